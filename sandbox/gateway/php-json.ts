/**
 * Writes a value as PHP's `json_encode($value, JSON_UNESCAPED_UNICODE)` does. A Cryptomus signature covers exactly these
 * bytes, so a missing slash breaks the signature. Where it differs from JSON.stringify:
 *
 * - `/` is written `\/`; U+2028 and U+2029 are escaped; other characters past ASCII are not;
 * - PHP has no objects here, only arrays: an empty one is `[]`, and one with the keys 0, 1, 2 … in order is a list;
 * - a float is its shortest digits, `1.0e+17` from 1e17 on and `1.0e-5` below 0.0001; a whole one has no `.0`.
 */
export function encodePhpJson(value: unknown): string {
  if (value === null) return 'null'
  switch (typeof value) {
    case 'boolean':
      return String(value)
    case 'number':
      return encodeNumber(value)
    case 'string':
      return encodeString(value)
    case 'object':
      return Array.isArray(value)
        ? `[${value.map(encodePhpJson).join(',')}]`
        : encodeMembers(Object.entries(value))
    default:
      throw new TypeError(`PHP has no ${typeof value}`)
  }
}

function encodeMembers(members: [string, unknown][]): string {
  if (members.every(([name], index) => name === String(index)))
    return `[${members.map(([, value]) => encodePhpJson(value)).join(',')}]`
  return `{${members.map(([name, value]) => `${encodeString(name)}:${encodePhpJson(value)}`).join(',')}}`
}

const SHORT_ESCAPES: Record<string, string> = {
  '"': '\\"',
  '\\': '\\\\',
  '/': '\\/',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
}

function encodeString(text: string): string {
  // PHP's strings are bytes; half a surrogate pair has none, and json_encode fails on such a string.
  if (!text.isWellFormed()) throw new TypeError('half a surrogate pair cannot be written as UTF-8')
  // oxlint-disable-next-line no-control-regex -- the control characters are what is looked for
  const escaped = text.replace(/["\\/\u0000-\u001f\u2028\u2029]/g, (character) => {
    const short = SHORT_ESCAPES[character]
    return short ?? '\\u' + character.charCodeAt(0).toString(16).padStart(4, '0')
  })
  return `"${escaped}"`
}

/** PHP's integers have 64 bits; above 2^53 a JavaScript number is written as the float that it is. */
function encodeNumber(value: number): string {
  if (!Number.isFinite(value)) throw new TypeError('PHP writes neither INF nor NAN')
  if (Object.is(value, -0)) return '-0'
  if (Number.isSafeInteger(value)) return String(value)
  const [mantissa = '', power = '0'] = value.toExponential().split('e')
  const exponent = Number(power)
  // php_gcvt with 17 digits: scientific when the point is past the 17th digit or more than 3 zeros follow it.
  if (exponent < -4 || exponent > 16) {
    const digits = mantissa.includes('.') ? mantissa : `${mantissa}.0`
    return `${digits}e${exponent < 0 ? '-' : '+'}${Math.abs(exponent)}`
  }
  return writePlainly(mantissa, exponent)
}

/** "1.25", -3 → "0.00125": JavaScript switches to exponents at other places than PHP. */
function writePlainly(mantissa: string, exponent: number): string {
  const sign = mantissa.startsWith('-') ? '-' : ''
  const digits = mantissa.replace(/[-.]/g, '')
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0')
  const fraction = digits.slice(exponent + 1)
  return sign + whole + (fraction === '' ? '' : `.${fraction}`)
}
