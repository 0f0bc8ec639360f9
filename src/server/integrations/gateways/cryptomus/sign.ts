import { createHash, timingSafeEqual } from 'node:crypto'

/** md5 hex of base64(body) followed by the key: Cryptomus's signature of a request and of a webhook. */
export function signBody(body: string | Buffer, key: string): string {
  return createHash('md5')
    .update(Buffer.from(body).toString('base64') + key)
    .digest('hex')
}

/** The order_id that a webhook claims, still unverified: it selects the key to verify with. Undefined if not a JSON object. */
export function claimedOrderId(raw: Buffer): string | undefined {
  const members = parseMembers(raw)
  return members && textOf(members['order_id'])
}

/**
 * Verifies the `sign` inside a webhook's body: over the raw bytes with that member removed, and over the body as PHP would encode
 * it again, since either may have been signed (field notes 3), with the flags that senders use. A missing `sign` is refused.
 */
export function isSignedWebhook(raw: Buffer, key: string): boolean {
  const members = parseMembers(raw)
  if (members === undefined) return false
  const { sign, ...rest } = members
  if (typeof sign !== 'string' || !/^[0-9a-f]{32}$/.test(sign)) return false
  const candidates = [cutOut(raw, sign), ...writings.map((writing) => reencoded(rest, writing))]
  // All candidates are compared, so that timing reveals nothing about any.
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

/** As latin1, where every byte is one character, so the body's bytes don't change. */
function cutOut(raw: Buffer, sign: string): Buffer | undefined {
  const text = raw.toString('latin1')
  const member = [...text.matchAll(new RegExp(`,\\s*"sign"\\s*:\\s*"${sign}"`, 'g'))].at(-1)
  if (member === undefined) return undefined
  return Buffer.from(text.slice(0, member.index) + text.slice(member.index + member[0].length), 'latin1')
}

/** The gateway's own form comes first; the others are json_encode with other flags, and JSON.stringify. */
const writings: readonly Writing[] = [
  { escapesSlashes: true, escapesUnicode: false },
  { escapesSlashes: false, escapesUnicode: false },
  { escapesSlashes: true, escapesUnicode: true },
  { escapesSlashes: false, escapesUnicode: true },
]

function reencoded(members: { [name: string]: PhpValue }, writing: Writing): string | undefined {
  try {
    return encodePhpJson(members, writing)
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

/** Flags of json_encode. */
type Writing = { escapesSlashes: boolean; escapesUnicode: boolean }

/**
 * Writes what PHP's `json_encode($array, JSON_UNESCAPED_UNICODE)` writes by default, which is what Cryptomus signs
 * (field notes 3): `/` as `\/`, U+2028 and U+2029 escaped, an empty array for an empty object, and floats with PHP's
 * own threshold for exponents. Throws where json_encode fails: half a surrogate pair, infinity.
 */
export function encodePhpJson(
  value: PhpValue,
  writing: Writing = { escapesSlashes: true, escapesUnicode: false },
): string {
  if (value === null) return 'null'
  if (typeof value === 'string') return encodeText(value, writing)
  if (typeof value === 'number') return encodeNumber(value)
  if (typeof value !== 'object') return String(value)
  const encode = (member: PhpValue) => encodePhpJson(member, writing)
  if (Array.isArray(value)) return `[${value.map(encode).join(',')}]`
  const members = Object.entries(value)
  // PHP only has arrays: one whose keys count from 0 in order is encoded as a list, and so is an empty one.
  if (members.every(([name], index) => name === String(index)))
    return `[${members.map(([, member]) => encode(member)).join(',')}]`
  return `{${members.map(([name, member]) => `${encodeText(name, writing)}:${encode(member)}`).join(',')}}`
}

/** JSON.stringify escapes like PHP except for these. */
function encodeText(text: string, { escapesSlashes, escapesUnicode }: Writing): string {
  if (!text.isWellFormed()) throw new TypeError('half a surrogate pair is not UTF-8')
  const json = JSON.stringify(text)
  return (escapesSlashes ? json.replaceAll('/', '\\/') : json).replace(
    escapesUnicode ? /[\u0080-\uffff]/g : /[\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
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
