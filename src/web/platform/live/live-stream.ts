import { makeEventParser, type StreamEvent } from './event-parser.ts'

export type LiveStream = {
  open: (signal: AbortSignal) => Promise<Response>
  onEvent: (event: StreamEvent) => void
  /** The stream is connected. */
  onOpen: () => void
  signal: AbortSignal
  waits?: Waits
}

type Waits = {
  firstMilliseconds: number
  longestMilliseconds: number
  /** A stream connected for this long was no failure: the next wait is short again. */
  steadyMilliseconds: number
  /** The server sends a comment every 15 s or so: a longer silence is a dead connection that was never closed. */
  silenceMilliseconds: number
}

const ordinaryWaits: Waits = {
  firstMilliseconds: 1_000,
  longestMilliseconds: 30_000,
  steadyMilliseconds: 10_000,
  silenceMilliseconds: 75_000,
}

/**
 * Reads an event stream until `signal` ends it. When it breaks, is refused or falls silent it is opened again, after
 * waits that double and are never quite the same, so that a server that restarts is not met by everybody at once.
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

/** One connection, to its end. Returns whether it was opened at all; it never throws. */
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
    // No answer, a cut connection, a stream that makes no sense: all the same, it is opened again.
    return hasOpened
  } finally {
    clearTimeout(silence)
    giveUp.abort()
  }
}

/** Rejects as soon as `signal` ends: opening may wait for a call that others wait for too, and that continues. */
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
