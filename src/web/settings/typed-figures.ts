import type { Language } from '#contract/languages.ts'
import { moneyToNumber } from '#contract/money.ts'
import { cleanAmount, readAmount } from '#web/payments/deposit-amount.ts'

/** As it is sent; what is no amount goes as it was typed, and is refused where it is read. */
export function toWireAmount(language: Language, typed: string): number | string {
  const amount = readAmount(cleanAmount(language, typed) ?? '')
  return amount === undefined ? typed : moneyToNumber(amount)
}

export function toWireNumber(language: Language, typed: string): number | string {
  const text = cleanAmount(language, typed) ?? ''
  return text === '' || text === '.' ? typed : Number(text)
}

/** "12,5" to whom that is how figures are written. */
export function toTypedNumber(language: Language, figure: number): string {
  const decimalSign = (1.5).toLocaleString(language).charAt(1)
  return String(figure).replace('.', decimalSign)
}
