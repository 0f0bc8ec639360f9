export type StreamEvent = { kind: string; data: string }

type Listener = {
  onEvent: (event: StreamEvent) => void
  /** The server asks for this many milliseconds between two connections. */
  onRetry?: (milliseconds: number) => void
}

/** A longer line is not one of our events: the connection is closed instead of buffering it. */
const lineMax = 1_000_000

/**
 * Parses the text of server-sent events, in chunks of any size, by the HTML standard: lines end with \n, \r\n or \r,
 * comments begin with a colon, `data` may have several lines, an empty line ends an event. An incomplete event at a
 * broken connection is dropped. IDs are not stored: after a break, everything is read again.
 */
export function makeEventParser({ onEvent, onRetry }: Listener): (part: string) => void {
  let rest = ''
  let kind = ''
  let data: string[] = []

  function takeLine(line: string): void {
    if (line === '') return endEvent()
    const colon = line.indexOf(':')
    if (colon === 0) return
    const field = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (field === 'event') kind = value
    if (field === 'data') data.push(value)
    if (field === 'retry' && /^\d{1,9}$/.test(value)) onRetry?.(Number(value))
  }

  function endEvent(): void {
    const event = { kind: kind === '' ? 'message' : kind, data: data.join('\n') }
    const hasData = data.length > 0
    kind = ''
    data = []
    if (hasData) onEvent(event)
  }

  return (part) => {
    // A trailing \r may be the first half of \r\n: wait for the next chunk.
    const lines = (rest + part).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    if (rest.length > lineMax) throw new Error('A line of the event stream is too long')
    for (const line of lines) takeLine(line)
  }
}
