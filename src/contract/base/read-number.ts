import type { Language } from './languages.ts'
import { type Money, parseMoney } from './money.ts'

/**
 * The kind of a number field, which decides how separators are read. `rate` is a price per 1,000 or an exchange rate; `whole`
 * and `quantity` have no decimals, but a quantity may be "2.5k" or "1m".
 */
export type NumberKind = 'money' | 'rate' | 'percent' | 'quantity' | 'whole'

/** `plain`: digits with at most one point, as sent. `plains`: both readings, the smaller first. */
export type NumberReading =
  | { is: 'nothing' }
  | { is: 'number'; plain: string }
  | { is: 'no_number' }
  | { is: 'ambiguous'; plains: readonly [string, string] }

/** How a language writes numbers. A space or an apostrophe also separates thousands, in every language. */
const signs: Readonly<Record<Language, { group: string; decimal: string }>> = {
  en: { group: ',', decimal: '.' },
  vi: { group: '.', decimal: ',' },
  ru: { group: '.', decimal: ',' },
}

const LENGTH_MAX = 40
const separator = /[.,'’_ \u00a0\u2009\u202f]/
const separators = new RegExp(separator, 'g')

/**
 * The only parser of numbers that people type. Separators depend on the language: "1,000" is a thousand in English, "1.000" in
 * Vietnamese. Where the other convention is as likely ("1,000" in Vietnamese, "1.000" in English, "1,250" in any rate) the
 * result is ambiguous and must not be used. In rates and percentages a point is always the decimal separator.
 */
export function readNumber(text: string, language: Language, kind: NumberKind): NumberReading {
  if (text.trim() === '') return { is: 'nothing' }
  const { minus, body, zeros } = withoutUnits(text, kind)
  if (body.length > LENGTH_MAX || !/^[\d.,'’_ \u00a0\u2009\u202f]+$/.test(body)) return { is: 'no_number' }
  const figures = readFigures(body, language, kind, zeros)
  const plains = figures.map((figure) => scale(figure, zeros)).filter((plain) => plain !== undefined)
  const [plain, other] = plains.map((one) => `${minus}${one}`)
  if (plain === undefined || plains.length < figures.length) return { is: 'no_number' }
  return other === undefined ? { is: 'number', plain } : { is: 'ambiguous', plains: [plain, other] }
}

/** The amount in a money or rate field; undefined if there is none or it is ambiguous. */
export function readMoney(
  text: string,
  language: Language,
  kind: 'money' | 'rate' = 'money',
): Money | undefined {
  const reading = readNumber(text, language, kind)
  return reading.is === 'number' ? parseMoney(reading.plain) : undefined
}

/** The integer in a field; undefined if there is none or it is ambiguous. */
export function readWhole(
  text: string,
  language: Language,
  kind: 'quantity' | 'whole' = 'whole',
): number | undefined {
  const reading = readNumber(text, language, kind)
  const count = reading.is === 'number' ? Number(reading.plain) : undefined
  return Number.isSafeInteger(count) ? count : undefined
}

/**
 * Whether a field accepts typed or pasted text: no letters except a quantity's k and m, and no second decimal separator (spec
 * §5) unless the first ones group thousands. `next` is the field's text after it. Digits are always accepted, so that a
 * number can be corrected in the middle.
 */
export function takesInput(input: string, next: string, language: Language, kind: NumberKind): boolean {
  if (/^\d*$/.test(input)) return true
  const { body } = withoutUnits(next, kind)
  if (!/^[\d.,'’_ \u00a0\u2009\u202f]*$/.test(body)) return false
  const decimals = pointDecides(kind) ? `.${signs[language].decimal}` : signs[language].decimal
  const count = [...body].filter((sign) => decimals.includes(sign)).length
  const group = pointDecides(kind) ? '(,)' : '([.,])'
  return count <= 1 || new RegExp(`^\\d{1,3}${group}\\d{3}(?:\\1\\d{3})*(?:\\1\\d{0,3}|[.,]\\d*)$`).test(body)
}

/** A number as people type it in this language, so that a prefilled field is read back unambiguously. */
export function writeNumber(plain: string, language: Language, kind: NumberKind): string {
  const text = plain.replace('.', signs[language].decimal)
  // "12,345" may be thousands; "12,3450" is not.
  return readNumber(text, language, kind).is === 'ambiguous' ? `${text}0` : text
}

function pointDecides(kind: NumberKind): boolean {
  return kind === 'rate' || kind === 'percent'
}

/** Removes the dollar or percent sign, a percentage's minus, and a quantity's k or m. */
function withoutUnits(text: string, kind: NumberKind): { minus: string; body: string; zeros: number } {
  const bare = text.trim()
  if (kind === 'quantity') {
    const suffix = /\d\s*([km])$/i.exec(bare.slice(-LENGTH_MAX))?.[1]?.toLowerCase()
    const body = suffix === undefined ? bare : bare.slice(0, -1).trimEnd()
    return { minus: '', body, zeros: suffix === undefined ? 0 : suffix === 'k' ? 3 : 6 }
  }
  if (kind === 'percent') {
    const minus = /^[-−]/.test(bare) ? '-' : ''
    return { minus, body: bare.slice(minus.length, bare.endsWith('%') ? -1 : undefined).trim(), zeros: 0 }
  }
  const body = kind === 'whole' ? bare : bare.replace(/^\$|\$$/, '').trim()
  return { minus: '', body, zeros: 0 }
}

type Figure = { whole: string; fraction: string }

/** No, one, or two equally likely readings. */
function readFigures(body: string, language: Language, kind: NumberKind, zeros: number): Figure[] {
  const parts = body.split(separator)
  const marks = body.match(separators) ?? []
  const grouped = joinGroups(parts, marks, kind)
  const decimal = readDecimal(parts, marks, kind)
  const sign = marks.at(-1)
  if (decimal === undefined) return grouped === undefined ? [] : [{ whole: grouped, fraction: '' }]
  const hasDecimals = zeros > 0 || (kind !== 'whole' && kind !== 'quantity')
  const isOwn = sign === (pointDecides(kind) ? '.' : signs[language].decimal)
  const thousands = { whole: decimal.whole + decimal.fraction, fraction: '' }
  if (grouped !== undefined) {
    if (!isOwn && !pointDecides(kind)) return [thousands]
    return isOwn && zeros > 0 ? [decimal] : [decimal, thousands]
  }
  if (!hasDecimals) return []
  // With both separators there is only one reading.
  const isLone = !marks.slice(0, -1).some((mark) => mark === '.' || mark === ',')
  if (isOwn || !isLone || /^0*$/.test(decimal.whole)) return [decimal]
  if (decimal.fraction.length === 3) return [decimal, thousands]
  // A keypad may have only this separator.
  return decimal.fraction.length < 3 || pointDecides(kind) ? [decimal] : []
}

/** "1,000,000" is valid; "1,00,000" and "1,000 000" are not. */
function joinGroups(
  parts: readonly string[],
  marks: readonly string[],
  kind: NumberKind,
): string | undefined {
  if (marks.length === 0) return parts[0]
  const [first = '', ...rest] = parts
  const isGrouped = /^[1-9]\d{0,2}$/.test(first) && rest.every((part) => part.length === 3)
  if (!isGrouped || marks.some((mark) => mark !== marks[0])) return undefined
  return pointDecides(kind) && marks[0] === '.' ? undefined : parts.join('')
}

/** Digits after the last point or comma are decimals, if it is the only one of its kind. */
function readDecimal(
  parts: readonly string[],
  marks: readonly string[],
  kind: NumberKind,
): Figure | undefined {
  const sign = marks.at(-1)
  if ((sign !== '.' && sign !== ',') || marks.indexOf(sign) !== marks.length - 1) return undefined
  const fraction = parts.at(-1) ?? ''
  const whole = joinGroups(parts.slice(0, -1), marks.slice(0, -1), kind)
  return whole === undefined || whole + fraction === '' ? undefined : { whole, fraction }
}

/** "2" and "5" with three zeros is 2500; undefined if a fraction would remain. */
function scale({ whole, fraction }: Figure, zeros: number): string | undefined {
  const digits = fraction.replace(/0+$/, '')
  if (zeros > 0 && digits.length > zeros) return undefined
  const scaled = zeros === 0 ? whole : whole + digits.padEnd(zeros, '0')
  const plain = scaled.replace(/^0+(?=\d)/, '') || '0'
  return zeros > 0 || fraction === '' ? plain : `${plain}.${fraction}`
}
