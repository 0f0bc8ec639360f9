import { ceilToRate, type Money, money } from '#contract/base/money.ts'
import { divideUp, toDecimal, toExactUnits } from '#server/modules/providers/cost-in-usd.ts'

/**
 * Cost and rate in USD per 1000. The cost is rounded up to our smallest unit; the rate is rounded up once, to 4 decimals,
 * from the exact product (field notes 4). A free service costs $0.0001, since a rate is always above 0.
 */
export function priceSupply({
  cost,
  usdPerUnit,
  markupBasisPoints,
}: {
  /** In the provider's currency. */
  cost: string
  usdPerUnit: string
  markupBasisPoints: number
}): { cost: Money; rate: Money } {
  const { top, bottom } = toExactUnits({ cost, usdPerUnit })
  const rate = ceilToRate(divideUp(top * BigInt(10_000 + markupBasisPoints), bottom * 10_000n))
  return { cost: money(divideUp(top, bottom)), rate: rate === 0n ? ceilToRate(1n) : rate }
}

/** Compares two decimal strings exactly. */
export function isHigher(one: string, other: string): boolean {
  const [a, b] = [toDecimal(one), toDecimal(other)]
  return a.digits * 10n ** BigInt(b.scale) > b.digits * 10n ** BigInt(a.scale)
}
