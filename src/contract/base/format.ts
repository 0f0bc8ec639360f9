import type { Language } from './languages.ts'
import { formatExact, formatMoney } from './money.ts'

/** Formats numbers, amounts, dates and plurals in one language, for all screens. Amounts are exact, never rounded. */
export type Format = {
  language: Language
  /** "1,234". */
  number: (value: number) => string
  /** "$12.50", "1 234,50 $": with all decimals, at least 2; or with the given number. */
  money: (amount: bigint, decimals?: 2 | 4 | 8) => string
  /** "$100" if there are no cents, otherwise like `money`: for preset amounts. */
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

/**
 * How `Intl` writes numbers and dollars. Hard-coded because the first number that `Intl` formats takes a slow phone 0.1
 * s, during page start.
 */
const signs: Readonly<Record<Language, { group: string; decimal: string; before: string; after: string }>> = {
  en: { group: ',', decimal: '.', before: '$', after: '' },
  vi: { group: '.', decimal: ',', before: '', after: '\u00a0$' },
  ru: { group: '\u00a0', decimal: ',', before: '', after: '\u00a0$' },
}

function makeFormat(language: Language): Format {
  const { group } = signs[language]
  const plurals = new Intl.PluralRules(language)
  let ago: Intl.RelativeTimeFormat | undefined
  const number = (value: number) =>
    Number.isSafeInteger(value)
      ? String(value).replace(/\B(?=(\d{3})+$)/g, group)
      : value.toLocaleString(language)
  const moneyParts = makeMoneyParts(language)
  return {
    language,
    number,
    moneyParts,
    money(amount, decimals) {
      const { before, main, tail, after } = moneyParts(amount, decimals)
      return `${before}${main}${tail}${after}`
    },
    moneyBrief(amount) {
      const { before, main, tail, after } = moneyParts(amount)
      return `${before}${tail === '' ? main.replace(/\D00$/, '') : `${main}${tail}`}${after}`
    },
    date: (date) => toNativeDate(date.toLocaleDateString(language, { dateStyle: 'medium' })),
    dateTime: (date, timeStyle = 'short') =>
      toNativeDate(date.toLocaleString(language, { dateStyle: 'medium', timeStyle })),
    time: (date) => date.toLocaleTimeString(language),
    // Lower case, since it is used inside sentences; Vietnamese capitalizes some.
    ago(value, unit) {
      ago ??= new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' })
      return ago.format(value, unit).toLocaleLowerCase(language)
    },
    bytes(count) {
      const [unit, size] = byteUnits.find(([, from]) => count >= from) ?? (['kilobyte', 1_000] as const)
      return (count / size).toLocaleString(language, { style: 'unit', unit, maximumFractionDigits: 1 })
    },
    pluralRule: (count) => plurals.select(count),
    counted: (count, forms) => `${number(count)} ${forms[plurals.select(count)] ?? forms.other ?? ''}`,
  }
}

/** A date as abbreviated by `Intl`: Russian has a non-breaking space before "г.", Vietnamese 28/11/2026 for "28 thg 11, 2026". */
export function toNativeDate(text: string): string {
  return text
    .replace(' г.', '\u00a0г.')
    .replace(/(\d+) thg (\d+)(?:, (\d+))?/, (_, ...parts: (string | undefined)[]) =>
      parts
        .slice(0, 3)
        .flatMap((part) => part?.padStart(2, '0') ?? [])
        .join('/'),
    )
}

function makeMoneyParts(language: Language): Format['moneyParts'] {
  const { group, decimal, before, after } = signs[language]
  return (amount, decimals) => {
    const size = amount < 0n ? -amount : amount
    const text = decimals === undefined ? formatExact(size) : formatMoney(size, decimals)
    const sign = amount < 0n && /[1-9]/.test(text) ? '−' : ''
    const [whole = '', fraction = ''] = text.split('.')
    const main = `${whole.replaceAll(',', group)}${decimal}${fraction.slice(0, 2)}`
    return { before: `${sign}${before}`, main, tail: fraction.slice(2), after }
  }
}
