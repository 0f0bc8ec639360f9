import { type Money, money, UNITS_PER_USD } from '#contract/base/money.ts'

type Decimal = { digits: bigint; scale: number }

/** Parses a decimal text as the panel client and PostgreSQL write it. */
export function toDecimal(text: string): Decimal {
  const [whole = '', fraction = ''] = text.split('.')
  return { digits: BigInt(`${whole}${fraction}`), scale: fraction.length }
}

/** An amount in a provider's currency as an exact fraction of units of USD. */
export function toExactUnits({ cost, usdPerUnit }: { cost: string; usdPerUnit: string }) {
  const own = toDecimal(cost)
  const usd = toDecimal(usdPerUnit)
  return { top: own.digits * usd.digits * UNITS_PER_USD, bottom: 10n ** BigInt(own.scale + usd.scale) }
}

/** An amount in a provider's currency in USD, rounded up to a unit. */
export function costInUsd(amount: { cost: string; usdPerUnit: string }): Money {
  const { top, bottom } = toExactUnits(amount)
  return money(divideUp(top, bottom))
}

export function divideUp(top: bigint, bottom: bigint): bigint {
  return (top + bottom - 1n) / bottom
}
