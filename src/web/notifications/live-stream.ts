import * as z from 'zod/mini'
import { EVENTS_PATH, type LiveEvent, type LiveEventKind, liveEvents } from '#contract/events.ts'

type LiveStream = {
  /** Read at each connection: a token is renewed while the page stands. */
  token: () => string | undefined
  onEvent: (event: LiveEvent) => void
  /** The stream is back after a break. */
  onReturn: () => void
}

const firstWaitMilliseconds = 1_000
const longestWaitMilliseconds = 60_000

/**
 * Reads the server-sent events with fetch (the token goes in a header, never into a URL) and connects again with
 * growing waits. Answers a function that ends it.
 */
export function openLiveStream({ token, onEvent, onReturn }: LiveStream): () => void {
  const ending = new AbortController()
  void keepReading()

  async function keepReading(): Promise<void> {
    let waitMilliseconds = firstWaitMilliseconds
    let wasBroken = false
    while (!ending.signal.aborted) {
      const held = token()
      if (held !== undefined) {
        const hasOpened = await read(held, wasBroken).catch(() => false)
        if (hasOpened) waitMilliseconds = firstWaitMilliseconds
        wasBroken = true
      }
      await pause(waitMilliseconds * (0.75 + Math.random() / 2), ending.signal)
      waitMilliseconds = Math.min(longestWaitMilliseconds, waitMilliseconds * 2)
    }
  }

  async function read(held: string, isReturn: boolean): Promise<boolean> {
    const response = await fetch(EVENTS_PATH, {
      headers: { accept: 'text/event-stream', authorization: `Bearer ${held}` },
      cache: 'no-store',
      signal: ending.signal,
    })
    if (!response.ok || response.body === null) return false
    if (isReturn) onReturn()
    const parser = makeEventParser(onEvent)
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    // A connection that breaks after it stood is no failure to connect.
    for (;;) {
      const part = await reader.read().catch(() => undefined)
      if (part?.done !== false) return true
      parser(part.value)
    }
  }

  return () => ending.abort()
}

/** Takes the stream's text in parts of any size and tells each whole event that the contract knows. */
export function makeEventParser(onEvent: (event: LiveEvent) => void): (part: string) => void {
  let rest = ''
  return (part) => {
    const blocks = (rest + part.replaceAll('\r', '')).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const event = toLiveEvent(block)
      if (event !== undefined) onEvent(event)
    }
  }
}

function toLiveEvent(block: string): LiveEvent | undefined {
  let kind = ''
  const data: string[] = []
  for (const line of block.split('\n')) {
    if (line.startsWith('event:')) kind = line.slice(6).trim()
    else if (line.startsWith('data:')) data.push(line.slice(5).replace(/^ /, ''))
  }
  if (!isKind(kind)) return undefined
  const parsed = z.safeDecode(liveEvents[kind] as z.ZodMiniType, parse(data.join('\n')))
  return parsed.success ? ({ kind, data: parsed.data } as LiveEvent) : undefined // decoded by this kind's schema
}

function isKind(kind: string): kind is LiveEventKind {
  return Object.hasOwn(liveEvents, kind)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
