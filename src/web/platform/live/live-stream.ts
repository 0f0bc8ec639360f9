import { makeEventParser, type StreamEvent } from './event-parser.ts'

export type LiveStream = {
  open: (signal: AbortSignal) => Promise<Response>
  onEvent: (event: StreamEvent) => void
  /** Called when the stream is connected. */
  onOpen: () => void
  signal: AbortSignal
  waits?: Waits
}

type Waits = {
  firstMilliseconds: number
  longestMilliseconds: number
  /** After a connection of this length, the next wait is short again. */
  steadyMilliseconds: number
  /** The server sends a comment about every 15 s: a longer silence means a dead connection. */
  silenceMilliseconds: number
}

const ordinaryWaits: Waits = {
  firstMilliseconds: 1_000,
  longestMilliseconds: 30_000,
  steadyMilliseconds: 10_000,
  silenceMilliseconds: 75_000,
}

/**
 * Reads an event stream until `signal` aborts. When it breaks, is refused or falls silent it is reopened, after waits
 * that double, with jitter, so that not every client reconnects to a restarted server at the same moment.
 */
export async function keepReading({
  open,
  onEvent,
  onOpen,
  signal,
  waits = ordinaryWaits,
}: LiveStream): Promise<void> {
  let firstWait = waits.firstMilliseconds
  let failures = 0
  while (!signal.aborted) {
    const openedAt = Date.now()
    const hasOpened = await readOnce({
      open,
      onEvent,
      onOpen,
      signal,
      silenceMilliseconds: waits.silenceMilliseconds,
      onRetry: (milliseconds) => {
        firstWait = Math.min(milliseconds, waits.longestMilliseconds)
      },
    })
    const wasSteady = hasOpened && Date.now() - openedAt >= waits.steadyMilliseconds
    failures = wasSteady ? 0 : failures + 1
    const wait = Math.min(waits.longestMilliseconds, firstWait * 2 ** Math.max(0, failures - 1))
    await pause(wait * (0.5 + Math.random() / 2), signal)
  }
}

/** One connection, to its end. Returns whether it opened; never throws. */
async function readOnce({
  open,
  onEvent,
  onOpen,
  onRetry,
  signal,
  silenceMilliseconds,
}: Omit<LiveStream, 'waits'> & {
  onRetry: (milliseconds: number) => void
  silenceMilliseconds: number
}): Promise<boolean> {
  const giveUp = new AbortController()
  let silence = setTimeout(() => giveUp.abort(), silenceMilliseconds)
  let hasOpened = false
  try {
    const response = await openUnless(AbortSignal.any([signal, giveUp.signal]), open)
    if (!response.ok || response.body === null) return false
    hasOpened = true
    onOpen()
    const parse = makeEventParser({ onEvent, onRetry })
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done || signal.aborted) return true
      clearTimeout(silence)
      silence = setTimeout(() => giveUp.abort(), silenceMilliseconds)
      parse(value)
    }
  } catch {
    // No response, a broken connection or an invalid stream: in each case it is reopened.
    return hasOpened
  } finally {
    clearTimeout(silence)
    giveUp.abort()
  }
}

/** Rejects as soon as `signal` aborts: opening may wait for a shared call, which continues. */
function openUnless(signal: AbortSignal, open: LiveStream['open']): Promise<Response> {
  const ended = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
  })
  return Promise.race([open(signal), ended])
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    signal.addEventListener('abort', end)
  })
}
