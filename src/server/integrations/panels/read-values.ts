import type { Json } from './read-json.ts'

/** Text without what a database or a page chokes on: NUL, lone surrogates, surrounding blanks. */
export function readText(value: Json | undefined): string {
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string') return ''
  return value.replaceAll('\0', '').toWellFormed().trim()
}

/** Yes or no as panels write it: true, 1, "1", "true", "yes". Anything else is no. */
export function readFlag(value: Json | undefined): boolean {
  return (
    value === true || value === 1 || (typeof value === 'string' && /^\s*(1|true|yes|on)\s*$/i.test(value))
  )
}

/** An id: a positive number or a short word with a digit in it. Zero, null, blanks and "error" are none. */
export function readId(value: Json | undefined): string | undefined {
  const text = readText(value)
  return /^(?=.*\d)[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/.test(text) && !/^0+$/.test(text) ? text : undefined
}

/** A whole number of things, "1,000" included; undefined for "Unknown", null, fractions and less than nothing. */
export function readCount(value: Json | undefined): number | undefined {
  const text = readText(value)
  const digits = /^\d{1,3}(,\d{3})+$/.test(text) ? text.replaceAll(',', '') : text
  const [, whole] = /^\+?(\d{1,15})(?:\.0+)?$/.exec(digits) ?? []
  return whole === undefined ? undefined : Number(whole)
}

/** With its currency and blanks; what is longer is no figure, and is not searched for one. */
const FIGURE_LENGTH_MAX = 80
/** No balance is larger in any currency, and every column for one holds it. */
const WHOLE_DIGITS = /^\d{1,13}(\.|$)/
/** Ten digits: no order and no 1000 pieces cost that, in any currency. */
const PRICE_MAX = '9999999999'

/**
 * A decimal figure as plain text with no exponent, sign only when negative: "0.9", "-3", "0.0000123". "1,234.56",
 * "1.234,56" and "0,90" can be read in one way only; "1,234" can not (`isEitherComma`), and money is not guessed.
 */
export function readDecimal(value: Json | undefined): string | undefined {
  const figure = readFigure(value)
  return figure !== undefined && WHOLE_DIGITS.test(figure.replace('-', '')) ? figure : undefined
}

/** A figure of what something costs; an absurd one is the largest there is, so that it still shows that something was charged. */
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

/** Whether a figure is a thousand times larger when its comma stands for thousands. */
export function isEitherComma(value: Json | undefined): boolean {
  return /^[-+]?[1-9]\d{0,2},\d{3}$/.test(readText(value))
}

/** With a point for its decimals and nothing between its thousands. */
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
