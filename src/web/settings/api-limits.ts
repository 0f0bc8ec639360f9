import type { Language } from '#contract/languages.ts'
import { toDecimal } from '#contract/money.ts'

/** One a line, as people paste them: with blanks around, commas at the end, empty lines between. */
export function toAddressLines(text: string): string[] {
  return text.split(/[\s,;]+/).filter((line) => line !== '')
}

/** A network of one address is that address. */
export function toShownAddress(network: string): string {
  return network.includes(':') ? network.replace(/\/128$/, '') : network.replace(/\/32$/, '')
}

/** "12.5", or "12,5": as the reader would type it, so that it is read as it was shown. */
export function toTypedAmount(language: Language, amount: bigint): string {
  const decimalSign = (1.5).toLocaleString(language).charAt(1)
  return toDecimal(amount)
    .replace(/\.?0+$/, '')
    .replace('.', decimalSign)
}
