import type { Language } from '#contract/base/languages.ts'
import { moneyToNumber, toDecimal } from '#contract/base/money.ts'
import { readMoney, readNumber, writeNumber } from '#contract/base/read-number.ts'

/** The amount as sent; a text that is not an amount is sent unchanged for the server to refuse. */
export function toWireAmount(language: Language, typed: string): number | string {
  const amount = readMoney(typed, language)
  return amount === undefined ? typed : moneyToNumber(amount)
}

/** The same for a percentage or a count. */
export function toWireNumber(
  language: Language,
  typed: string,
  kind: 'percent' | 'whole' = 'whole',
): number | string {
  const reading = readNumber(typed, language, kind)
  return reading.is === 'number' ? Number(reading.plain) : typed
}

/** "12.5" or "12,5": written the way `toWireAmount` reads it in this language. */
export function toTypedAmount(language: Language, amount: bigint, kind: 'money' | 'rate' = 'money'): string {
  return writeNumber(toDecimal(amount).replace(/\.?0+$/, ''), language, kind)
}

export function toTypedPercent(language: Language, percent: number): string {
  return writeNumber(String(percent), language, 'percent')
}

/**
 * Whole numbers separated by spaces, semicolons or commas: "10, 25, 50". "2,500" is ambiguous and sent unchanged for
 * the server to refuse.
 */
export function toWireList(language: Language, typed: string): (number | string)[] {
  return typed
    .split(/[\s;]+|,(?=[\s;]|$)/)
    .flatMap((part) => (/^\d{1,3}(?:,\d{3})+$/.test(part) ? [part] : part.split(',')))
    .filter((one) => one !== '')
    .map((one) => (one.includes(',') ? one : toWireNumber(language, one)))
}
