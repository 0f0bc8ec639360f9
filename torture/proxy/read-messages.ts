/**
 * One message of PostgreSQL's protocol with its header. `type` is its letter; start-up messages have none and get a
 * word here.
 */
export type Message = {
  type: string
  /** The bytes on the wire. */
  bytes: Buffer
  /** The content after the header. */
  body: Buffer
}

const CODES: Record<number, string> = { 80_877_102: 'cancel', 80_877_103: 'ssl', 80_877_104: 'gss' }
const STARTUP = 'startup'

/**
 * Splits one direction of a connection into whole messages; the rest of a chunk waits for the next. A client's first
 * packets have no letter until its start-up message has been sent.
 */
export function makeMessageReader({ from }: { from: 'client' | 'server' }): (chunk: Buffer) => Message[] {
  let isOpening = from === 'client'
  let rest: Buffer = Buffer.alloc(0)
  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    const messages: Message[] = []
    for (;;) {
      const head = isOpening ? 4 : 5
      if (rest.length < head) return messages
      const length = rest.readInt32BE(head - 4) + head - 4
      if (rest.length < length) return messages
      const bytes = rest.subarray(0, length)
      const type = isOpening ? openingType(bytes) : String.fromCharCode(bytes[0] ?? 0)
      messages.push({ type, bytes, body: bytes.subarray(head) })
      rest = rest.subarray(length)
      if (type === STARTUP) isOpening = false
    }
  }
}

function openingType(bytes: Buffer): string {
  return CODES[bytes.length < 8 ? 0 : bytes.readInt32BE(4)] ?? STARTUP
}

/** The first zero-terminated text of a message body, and the rest. */
export function readText(body: Buffer): { text: string; rest: Buffer } {
  const end = body.indexOf(0)
  if (end < 0) return { text: body.toString('utf8'), rest: Buffer.alloc(0) }
  return { text: body.toString('utf8', 0, end), rest: body.subarray(end + 1) }
}
