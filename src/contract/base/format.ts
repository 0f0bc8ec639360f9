import type { Language } from './languages.ts'
import { formatExact, formatMoney } from './money.ts'

/** Numbers, amounts, dates and plurals in one language. Everything shown to people uses it. Amounts are exact, never rounded. */
export type Format = {
  language: Language
  /** "1,234": an integer. */
  number: (value: number) => string
  /** "$12.50", "1 234,50 $": with all decimals, at least 2; or with the given number. */
  money: (amount: bigint, decimals?: 2 | 4 | 8) => string
  /** "$100" if there are no cents, otherwise like `money`: for amounts that people choose. */
  moneyBrief: (amount: bigint) => string
  moneyParts: (amount: bigint, decimals?: 2 | 4 | 8) => MoneyParts
  date: (date: Date) => string
  dateTime: (date: Date, timeStyle?: 'short' | 'medium') => string
  time: (date: Date) => string
  /** "5 min. ago". */
  ago: (value: number, unit: Intl.RelativeTimeFormatUnit) => string
  /** "1.5 MB", in units of 1,000, like file managers. */
  bytes: (count: number) => string
  /** The plural form for a count. */
  pluralRule: (count: number) => Intl.LDMLPluralRule
  /** "5 orders": a count with a word in the right form. */
  counted: (count: number, forms: Partial<Record<Intl.LDMLPluralRule, string>>) => string
}

/** `before` or `after` has the dollar sign, `main` the amount up to cents, `tail` further decimals. */
export type MoneyParts = { before: string; main: string; tail: string; after: string }

const byteUnits = [
  ['gigabyte', 1_000_000_000],
  ['megabyte', 1_000_000],
] as const

const known = new Map<Language, Format>()

export function formatIn(language: Language): Format {
  const format = known.get(language) ?? makeFormat(language)
  known.set(language, format)
  return format
}

function makeFormat(language: Language): Format {
  const numbers = new Intl.NumberFormat(language)
  const plurals = new Intl.PluralRules(language)
  const ago = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' })
  const moneyParts = makeMoneyParts(language)
  return {
    language,
    number: (value) => numbers.format(value),
    moneyParts,
    money(amount, decimals) {
      const { before, main, tail, after } = moneyParts(amount, decimals)
      return `${before}${main}${tail}${after}`
    },
    moneyBrief(amount) {
      const { before, main, tail, after } = moneyParts(amount)
      return `${before}${tail === '' ? main.replace(/\D00$/, '') : `${main}${tail}`}${after}`
    },
    date: (date) => withItsYear(date.toLocaleDateString(language, { dateStyle: 'medium' })),
    dateTime: (date, timeStyle = 'short') =>
      withItsYear(date.toLocaleString(language, { dateStyle: 'medium', timeStyle })),
    time: (date) => date.toLocaleTimeString(language),
    // Lower case, since it is used inside sentences; Vietnamese capitalizes some.
    ago: (value, unit) => ago.format(value, unit).toLocaleLowerCase(language),
    bytes(count) {
      const [unit, size] = byteUnits.find(([, from]) => count >= from) ?? (['kilobyte', 1_000] as const)
      return (count / size).toLocaleString(language, { style: 'unit', unit, maximumFractionDigits: 1 })
    },
    pluralRule: (count) => plurals.select(count),
    counted: (count, forms) =>
      `${numbers.format(count)} ${forms[plurals.select(count)] ?? forms.other ?? ''}`,
  }
}

/** A non-breaking space before the Russian "г.". */
function withItsYear(text: string): string {
  return text.replace(' г.', '\u00a0г.')
}

function makeMoneyParts(language: Language): Format['moneyParts'] {
  const signs = new Intl.NumberFormat(language, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
  }).formatToParts(1_234.5)
  const textOf = (type: Intl.NumberFormatPartTypes) => signs.find((part) => part.type === type)?.value ?? ''
  const [group, decimal] = [textOf('group'), textOf('decimal')]
  const fractionAt = signs.findIndex(({ type }) => type === 'fraction')
  const after = signs.slice(fractionAt + 1).map(({ value }) => value)
  const isFirst = after.length === 0
  return (amount, decimals) => {
    const size = amount < 0n ? -amount : amount
    const text = decimals === undefined ? formatExact(size) : formatMoney(size, decimals)
    const sign = amount < 0n && /[1-9]/.test(text) ? '−' : ''
    const [whole = '', fraction = ''] = text.split('.')
    const main = `${whole.replaceAll(',', group)}${decimal}${fraction.slice(0, 2)}`
    return {
      before: isFirst ? `${sign}$` : sign,
      main,
      tail: fraction.slice(2),
      after: after.join(''),
    }
  }
}
