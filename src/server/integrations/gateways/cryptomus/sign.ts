import { createHash, timingSafeEqual } from 'node:crypto'

/** md5 hex of base64(body) followed by the key: Cryptomus's signature of a request and of a webhook. */
export function signBody(body: string | Buffer, key: string): string {
  return createHash('md5')
    .update(Buffer.from(body).toString('base64') + key)
    .digest('hex')
}

/** The order_id a webhook claims, before it is verified: it selects the key to verify with. Undefined if not a JSON object. */
export function claimedOrderId(raw: Buffer): string | undefined {
  const members = parseMembers(raw)
  return members && textOf(members['order_id'])
}

/**
 * Verifies the `sign` inside a webhook's body: over the raw bytes with that member cut out, and over the body as PHP would encode it
 * again, since either may have been signed (field notes 3). A missing `sign` is refused.
 */
export function isSignedWebhook(raw: Buffer, key: string): boolean {
  const members = parseMembers(raw)
  if (members === undefined) return false
  const { sign, ...rest } = members
  if (typeof sign !== 'string' || !/^[0-9a-f]{32}$/.test(sign)) return false
  const candidates = [cutOut(raw, sign), reencoded(rest)]
  // Every candidate is compared, so that timing reveals nothing about either.
  const matches = candidates.filter((body) => body !== undefined && isEqual(signBody(body, key), sign))
  return matches.length > 0
}

function parseMembers(raw: Buffer): { [name: string]: PhpValue } | undefined {
  try {
    const value = parsePhpJson(raw.toString('utf8'))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** As latin1, where every byte is one character, so the body stays byte for byte. */
function cutOut(raw: Buffer, sign: string): Buffer | undefined {
  const text = raw.toString('latin1')
  const member = `,"sign":"${sign}"`
  const at = text.lastIndexOf(member)
  if (at === -1) return undefined
  return Buffer.from(text.slice(0, at) + text.slice(at + member.length), 'latin1')
}

function reencoded(members: { [name: string]: PhpValue }): string | undefined {
  try {
    return encodePhpJson(members)
  } catch {
    return undefined
  }
}

function isEqual(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}

function textOf(value: PhpValue | undefined): string {
  return typeof value === 'string' ? value : ''
}

/** What `parsePhpJson` reads and `encodePhpJson` writes: JSON, with whole numbers beyond 2^53 kept exactly. */
export type PhpValue = string | number | bigint | boolean | null | PhpValue[] | { [name: string]: PhpValue }

const INT64_MAX = 2n ** 63n - 1n

/** As JSON.parse, but a whole number keeps the digits that PHP's 64 bits would keep. Throws on anything else. */
export function parsePhpJson(text: string): PhpValue {
  const keepDigits = (_name: string, value: PhpValue, context?: { source?: string }): PhpValue => {
    const source = context?.source
    if (typeof value !== 'number' || Number.isSafeInteger(value)) return value
    if (source === undefined || !/^-?\d{1,19}$/.test(source)) return value
    const exact = BigInt(source)
    return exact <= INT64_MAX && exact >= -INT64_MAX - 1n ? exact : value
  }
  return JSON.parse(text, keepDigits)
}

/**
 * Writes what PHP's `json_encode($array, JSON_UNESCAPED_UNICODE)` writes, which is what Cryptomus signs
 * (field notes 3): `/` as `\/`, U+2028 and U+2029 escaped, an empty array for an empty object, and floats
 * with PHP's own switch to exponents. Throws where json_encode fails: half a surrogate pair, infinity.
 */
export function encodePhpJson(value: PhpValue): string {
  if (value === null) return 'null'
  if (typeof value === 'string') return encodeText(value)
  if (typeof value === 'number') return encodeNumber(value)
  if (typeof value !== 'object') return String(value)
  if (Array.isArray(value)) return `[${value.map(encodePhpJson).join(',')}]`
  const members = Object.entries(value)
  // PHP only has arrays: one whose keys count from 0 in order is encoded as a list, and so is an empty one.
  if (members.every(([name], index) => name === String(index)))
    return `[${members.map(([, member]) => encodePhpJson(member)).join(',')}]`
  return `{${members.map(([name, member]) => `${encodeText(name)}:${encodePhpJson(member)}`).join(',')}}`
}

/** JSON.stringify escapes as PHP does except for these three. */
function encodeText(text: string): string {
  if (!text.isWellFormed()) throw new TypeError('half a surrogate pair is not UTF-8')
  return JSON.stringify(text)
    .replaceAll('/', '\\/')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
}

/** serialize_precision -1: the shortest digits, with an exponent below 0.0001 and from 1.0e+17 on. */
function encodeNumber(value: number): string {
  if (!Number.isFinite(value)) throw new TypeError('PHP writes neither INF nor NAN')
  if (Object.is(value, -0)) return '-0'
  if (value === 0) return '0'
  const [mantissa = '', power = '0'] = Math.abs(value).toExponential().split('e')
  const sign = value < 0 ? '-' : ''
  const exponent = Number(power)
  if (exponent < -4 || exponent > 16) {
    const digits = mantissa.includes('.') ? mantissa : `${mantissa}.0`
    return `${sign}${digits}e${exponent < 0 ? '-' : '+'}${Math.abs(exponent)}`
  }
  return sign + withoutExponent(mantissa.replace('.', ''), exponent)
}

function withoutExponent(digits: string, exponent: number): string {
  if (exponent < 0) return `0.${'0'.repeat(-exponent - 1)}${digits}`
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0')
  const fraction = digits.slice(exponent + 1)
  return fraction === '' ? whole : `${whole}.${fraction}`
}
