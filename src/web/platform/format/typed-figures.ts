import type { Language } from '#contract/base/languages.ts'
import { moneyToNumber, toDecimal } from '#contract/base/money.ts'
import { readMoney, readNumber, writeNumber } from '#contract/base/read-number.ts'

/** As it is sent; a text that is not an amount is sent unchanged, and refused by the server. */
export function toWireAmount(language: Language, typed: string): number | string {
  const amount = readMoney(typed, language)
  return amount === undefined ? typed : moneyToNumber(amount)
}

/** The same of a percentage or a count. */
export function toWireNumber(
  language: Language,
  typed: string,
  kind: 'percent' | 'whole' = 'whole',
): number | string {
  const reading = readNumber(typed, language, kind)
  return reading.is === 'number' ? Number(reading.plain) : typed
}

/** "12.5", or "12,5": as the reader would type it, so that it is read as it was shown. */
export function toTypedAmount(language: Language, amount: bigint, kind: 'money' | 'rate' = 'money'): string {
  return writeNumber(toDecimal(amount).replace(/\.?0+$/, ''), language, kind)
}

export function toTypedPercent(language: Language, percent: number): string {
  return writeNumber(String(percent), language, 'percent')
}

/**
 * Whole numbers with spaces, semicolons or commas between them: "10, 25, 50". "2,500" may be two of them or one: it goes as
 * it was typed, and is refused.
 */
export function toWireList(language: Language, typed: string): (number | string)[] {
  return typed
    .split(/[\s;]+|,(?=[\s;]|$)/)
    .flatMap((part) => (/^\d{1,3}(?:,\d{3})+$/.test(part) ? [part] : part.split(',')))
    .filter((one) => one !== '')
    .map((one) => (one.includes(',') ? one : toWireNumber(language, one)))
}
