import type { Format } from '#contract/base/format.ts'
import { parseMoney } from '#contract/base/money.ts'

/** A figure of another system's, of whatever currency, with the reader's signs; what is no figure stays as it came. */
export function toForeignFigure({ moneyParts }: Format, text: string): string {
  const amount = parseMoney(text)
  if (amount === undefined) return text
  const { main, tail } = moneyParts(amount)
  return `${amount < 0n ? '−' : ''}${main}${tail}`
}
