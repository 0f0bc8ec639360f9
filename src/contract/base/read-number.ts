import type { Language } from './languages.ts'
import { type Money, parseMoney } from './money.ts'

/**
 * What a box is for, which decides what its signs mean. `rate` is a price per 1,000 or an exchange rate; `whole` has no
 * decimals, and neither has `quantity`, which also takes "2.5k" and "1m".
 */
export type NumberKind = 'money' | 'rate' | 'percent' | 'quantity' | 'whole'

/** `plain`: digits with at most one point, as they are sent. Of the two readings of one text, the smaller comes first. */
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
 * The only reader of numbers that people type. The signs of the reader's language decide: "1,000" is a thousand in English,
 * and so is "1.000" in Vietnamese. Where the other habit is as likely ("1,000" in Vietnamese, "1.000" in English, "1,250" in a
 * rate of any language) both readings are answered, and nothing may be done with either. In a rate and a percentage a point
 * is always the decimal sign.
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

/** The amount of a box of money or of a rate; undefined where there is none, or more than one. */
export function readMoney(
  text: string,
  language: Language,
  kind: 'money' | 'rate' = 'money',
): Money | undefined {
  const reading = readNumber(text, language, kind)
  return reading.is === 'number' ? parseMoney(reading.plain) : undefined
}

/** The count of a box of whole numbers; undefined where there is none, or more than one. */
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
 * Whether a box takes what is typed or pasted into it: no letters but a quantity's k and m, and no second decimal sign (spec
 * §5) unless the first ones separate thousands. `next` is what the box would hold. Digits are always taken, or a number could
 * not be corrected in its middle.
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

/** A number as its reader would type it, so that a box that begins with it is read as what is meant. */
export function writeNumber(plain: string, language: Language, kind: NumberKind): string {
  const text = plain.replace('.', signs[language].decimal)
  // "12,345" could be thousands; "12,3450" can not.
  return readNumber(text, language, kind).is === 'ambiguous' ? `${text}0` : text
}

function pointDecides(kind: NumberKind): boolean {
  return kind === 'rate' || kind === 'percent'
}

/** Without a dollar sign, a percent sign, a minus (of a percentage) and what k and m stand for. */
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

/** None, one, or the two that are as likely. */
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
  // A figure before its decimals may be grouped by the other sign: then it has one reading, whoever wrote it.
  const isLone = !marks.slice(0, -1).some((mark) => mark === '.' || mark === ',')
  if (isOwn || !isLone || /^0*$/.test(decimal.whole)) return [decimal]
  if (decimal.fraction.length === 3) return [decimal, thousands]
  // A keypad may have no other sign for cents.
  return decimal.fraction.length < 3 || pointDecides(kind) ? [decimal] : []
}

/** "1,000,000" is one number; "1,00,000" and "1,000 000" are none. */
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

/** What stands behind the last point or comma are decimals, if it is the only one of its sign. */
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

/** "2" and "5" with three zeros is 2500; undefined where a part of one would be left. */
function scale({ whole, fraction }: Figure, zeros: number): string | undefined {
  const digits = fraction.replace(/0+$/, '')
  if (zeros > 0 && digits.length > zeros) return undefined
  const scaled = zeros === 0 ? whole : whole + digits.padEnd(zeros, '0')
  const plain = scaled.replace(/^0+(?=\d)/, '') || '0'
  return zeros > 0 || fraction === '' ? plain : `${plain}.${fraction}`
}
