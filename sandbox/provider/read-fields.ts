import { isRecord } from '#sandbox/http/read-body.ts'

type Entry = readonly [name: string, text: string]

/** Free text may be any word; in other fields a client's "undefined" is an omitted option. */
const WRITTEN = new Set(['link', 'comments', 'username', 'usernames', 'keywords', 'media', 'groups'])

/**
 * A call's fields as plain strings, from the query and from a form, a multipart form or JSON, which takes precedence;
 * none if the body is none of these. Empty, null and absent are equal, and so are `orders[0]=1&orders[1]=2` and
 * `orders=1,2`.
 */
export async function readFields({
  query,
  body,
  contentType,
}: {
  query: URLSearchParams
  body: Buffer
  contentType: string
}): Promise<Map<string, string>> {
  const entries = await readEntries(body, contentType)
  return entries === undefined ? new Map() : new Map([...toFields([...query]), ...toFields(entries)])
}

function toFields(entries: Entry[]): Map<string, string> {
  const fields = new Map<string, string>()
  for (const [name, text] of entries) {
    const isLeftOut = text.trim() === '' || (!WRITTEN.has(name) && /^(undefined|null)$/.test(text.trim()))
    if (isLeftOut) continue
    const [, list] = /^(\w{1,40})\[\d{0,4}\]$/.exec(name) ?? []
    const before = list === undefined ? undefined : fields.get(list)
    fields.set(list ?? name, before === undefined ? text : `${before},${text}`)
  }
  return fields
}

async function readEntries(body: Buffer, contentType: string): Promise<Entry[] | undefined> {
  // Some clients send JSON without the header.
  if (contentType.includes('json') || body[0] === 0x7b) return readJsonEntries(body)
  if (contentType.startsWith('multipart/')) return readMultipart(body, contentType)
  return [...new URLSearchParams(body.toString('utf8'))]
}

async function readMultipart(body: Buffer, contentType: string): Promise<Entry[] | undefined> {
  try {
    const form = await new Response(new Uint8Array(body), {
      headers: { 'content-type': contentType },
    }).formData()
    // The protocol has no files.
    return [...form].map(([name, value]) => [name, typeof value === 'string' ? value : ''])
  } catch {
    return undefined
  }
}

function readJsonEntries(body: Buffer): Entry[] | undefined {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    return isRecord(value) ? Object.entries(value).map(([name, member]) => [name, toText(member)]) : undefined
  } catch {
    return undefined
  }
}

function toText(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return Array.isArray(value) ? value.map(toText).join(',') : ''
}
