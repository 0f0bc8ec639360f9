/** An email as received. */
export type ReceivedEmail = { at: string; from: string; to: readonly string[]; raw: string }
/** An email as shown. */
export type ParsedEmail = {
  at: string
  from: string
  to: readonly string[]
  subject: string
  text: string
  /** The HTML alternative. */
  html?: string
  /** All headers, by lower-case name. */
  headers: Readonly<Record<string, string>>
}

/**
 * Parses a plain text email, with or without an HTML alternative, as the product sends; for others the source is shown.
 */
export function parseEmail({ at, from, to, raw }: ReceivedEmail): ParsedEmail {
  const whole = readPart(raw)
  const { headers } = whole
  const parts = partsOf(whole)
  const html = parts.find(({ type }) => type === 'text/html')
  return {
    at,
    from,
    to,
    headers: Object.fromEntries(headers),
    subject: decodeWords(headers.get('subject') ?? ''),
    text: textOf(parts.find(({ type }) => type === 'text/plain')) ?? raw,
    ...(html !== undefined && { html: textOf(html) ?? '' }),
  }
}

type Part = { type: string; headers: Map<string, string>; body: string }

function readPart(raw: string): Part {
  const end = raw.indexOf('\r\n\r\n')
  const headers = readHeaders(end < 0 ? raw : raw.slice(0, end))
  const type = /^[\w/+.-]+/.exec(headers.get('content-type') ?? 'text/plain')?.[0].toLowerCase() ?? ''
  return { type, headers, body: end < 0 ? '' : raw.slice(end + 4) }
}

/** The parts of a multipart message; else the message itself. */
function partsOf(whole: Part): Part[] {
  const boundary = /boundary="?([^";]+)"?/i.exec(whole.headers.get('content-type') ?? '')?.[1]
  if (whole.type !== 'multipart/alternative' || boundary === undefined) return [whole]
  return whole.body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => readPart(part.replace(/^\r\n/, '').replace(/\r\n$/, '')))
}

function textOf(part: Part | undefined): string | undefined {
  return part && decodeBody(part.body, part.headers.get('content-transfer-encoding') ?? '7bit')
}

function readHeaders(text: string): Map<string, string> {
  // A line that starts with a blank continues the previous one.
  const lines = text.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n')
  return new Map(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
}

function decodeBody(body: string, encoding: string): string {
  const kind = encoding.toLowerCase()
  const bytes =
    kind === 'base64'
      ? Buffer.from(body, 'base64')
      : kind === 'quoted-printable'
        ? decodeQuoted(body.replaceAll('=\r\n', ''))
        : Buffer.from(body, 'latin1')
  return bytes.toString('utf8').replaceAll('\r\n', '\n').trimEnd()
}

/** "=?UTF-8?Q?…?=" and "=?UTF-8?B?…?=": consecutive ones belong together. */
function decodeWords(text: string): string {
  return text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      (kind.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64')
        : decodeQuoted(word.replaceAll('_', ' '))
      ).toString('utf8'),
    )
}

function decodeQuoted(text: string): Buffer {
  return Buffer.from(
    text.replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
}
