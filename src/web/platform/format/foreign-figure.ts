import type { Format } from '#contract/base/format.ts'
import { parseMoney } from '#contract/base/money.ts'

/**
 * Formats a figure of another system, in any currency, for the reader; a text that is not a figure is returned
 * unchanged.
 */
export function toForeignFigure({ moneyParts }: Format, text: string): string {
  const amount = parseMoney(text)
  if (amount === undefined) return text
  const { main, tail } = moneyParts(amount)
  return `${amount < 0n ? '−' : ''}${main}${tail}`
}
