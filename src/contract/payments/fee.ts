import { type Money, money, toBasisPoints } from '#contract/base/money.ts'

const CENT = 1_000_000n

/**
 * What a customer pays on top of `amount`, which is credited: the percentage and the fixed part, rounded up once to
 * whole cents, the unit of gateways. The invoice is the sum of both.
 */
export function feeFor(amount: bigint, { percent, fixed }: { percent: number; fixed: bigint }): Money {
  const share = amount * BigInt(toBasisPoints(percent)) + fixed * 10_000n
  const cent = 10_000n * CENT
  return money(((share + cent - 1n) / cent) * CENT)
}

/**
 * The fee if staff credit another amount than the invoice's: in proportion, rounded down, so that it stays below the
 * credit. `amount` is the invoice's and includes `fee`.
 */
export function feeOfPart(credited: bigint, { amount, fee }: { amount: bigint; fee: bigint }): Money {
  return money((credited * fee) / amount)
}
