import type { Json } from './read-json.ts'

/** Trimmed text without NUL and lone surrogates, which PostgreSQL and pages refuse. */
export function readText(value: Json | undefined): string {
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string') return ''
  return value.replaceAll('\0', '').toWellFormed().trim()
}

/** A boolean as panels write it: true, 1, "1", "true", "yes", "on". Anything else is false. */
export function readFlag(value: Json | undefined): boolean {
  return (
    value === true || value === 1 || (typeof value === 'string' && /^\s*(1|true|yes|on)\s*$/i.test(value))
  )
}

/** An id: a positive number or a short word with a digit in it. Zero, null, blanks and "error" are not ids. */
export function readId(value: Json | undefined): string | undefined {
  const text = readText(value)
  return /^(?=.*\d)[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/.test(text) && !/^0+$/.test(text) ? text : undefined
}

/** A count, also "1,000"; undefined for "Unknown", null, fractions and negative numbers. */
export function readCount(value: Json | undefined): number | undefined {
  const text = readText(value)
  const digits = /^\d{1,3}(,\d{3})+$/.test(text) ? text.replaceAll(',', '') : text
  const [, whole] = /^\+?(\d{1,15})(?:\.0+)?$/.exec(digits) ?? []
  return whole === undefined ? undefined : Number(whole)
}

/** Maximum length including currency and blanks; longer texts are not parsed. */
const FIGURE_LENGTH_MAX = 80
/** Larger than any real balance, and fits every column for one. */
const WHOLE_DIGITS = /^\d{1,13}(\.|$)/
/** Ten digits: no order and no 1,000 pieces cost more in any currency. */
const PRICE_MAX = '9999999999'

/**
 * A decimal as plain text without exponent, with a sign only when negative: "0.9", "-3", "0.0000123". "1,234.56",
 * "1.234,56" and "0,90" are unambiguous; "1,234" is not (`isEitherComma`) and is refused.
 */
export function readDecimal(value: Json | undefined): string | undefined {
  const figure = readFigure(value)
  return figure !== undefined && WHOLE_DIGITS.test(figure.replace('-', '')) ? figure : undefined
}

/** A price; an absurd one is capped, so that it still shows as a charge. */
export function readPrice(value: Json | undefined): string | undefined {
  const figure = readFigure(value)
  if (figure === undefined) return undefined
  const [whole = ''] = figure.replace('-', '').split('.')
  if (whole.length <= PRICE_MAX.length) return figure
  return figure.startsWith('-') ? `-${PRICE_MAX}` : PRICE_MAX
}

function readFigure(value: Json | undefined): string | undefined {
  const written = readText(value)
  if (written.length > FIGURE_LENGTH_MAX) return undefined
  const text = written
    .replace(/^\$/, '')
    .replace(/(?:\$|usd)$/i, '')
    .trim()
  const plain = toPoint(text)
  const match = /^([-+]?)(\d{0,18})(?:\.(\d{0,40}))?(?:e([-+]?\d{1,2}))?$/i.exec(plain)
  if (match === null) return undefined
  const [, sign, whole = '', fraction = '', exponent = '0'] = match
  if (whole === '' && fraction === '') return undefined
  const figure = movePoint(whole, fraction, Number(exponent))
  return `${sign === '-' ? '-' : ''}${figure}`
}

/** Whether the comma may be a decimal comma or a thousands separator. */
export function isEitherComma(value: Json | undefined): boolean {
  return /^[-+]?[1-9]\d{0,2},\d{3}$/.test(readText(value))
}

/** Converts to a decimal point without thousands separators. */
function toPoint(text: string): string {
  if (/^[-+]?\d{1,3}(,\d{3})+\.\d+$/.test(text) || /^[-+]?\d{1,3}(,\d{3}){2,}$/.test(text))
    return text.replaceAll(',', '')
  if (/^[-+]?\d{1,3}([.\s]\d{3})+,\d+$/.test(text)) return text.replace(/[.\s]/g, '').replace(',', '.')
  return /^[-+]?\d*,\d+$/.test(text) && !isEitherComma(text) ? text.replace(',', '.') : text
}

function movePoint(whole: string, fraction: string, by: number): string {
  const point = whole.length + by
  const digits = `${whole}${fraction}`
  const padded = point <= 0 ? `${'0'.repeat(1 - point)}${digits}` : digits.padEnd(point, '0')
  const at = Math.max(point, 1)
  const left = padded.slice(0, at).replace(/^0+(?=\d)/, '')
  const right = padded.slice(at).replace(/0+$/, '')
  return right === '' ? left : `${left}.${right}`
}
