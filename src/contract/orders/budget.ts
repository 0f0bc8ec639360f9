import type { Money } from '#contract/base/money.ts'
import { priceOf, quantityBounds } from './order-rules.ts'
import type { ServiceType } from '#contract/catalogue/service-types.ts'

type PricedService = { type: ServiceType; rate: bigint; min: number; max: number }

/** What a sum buys: so many, which are the most that a service takes at once or not, or not even its least. */
export type Bought =
  | { quantity: number; isMost: boolean; least?: undefined }
  | { quantity?: undefined; least: { quantity: number; price: Money } }

/**
 * As many of a service, whose quantity is asked for, as cost no more than `sum` at `rate`, within its bounds. Exact: one more
 * would cost more than the sum, or be more than the service takes.
 */
export function buyFor(sum: bigint, { type, rate, ...service }: PricedService): Bought {
  const { min, max } = quantityBounds(service)
  const least = priceOf(type, rate, min)
  if (least > sum) return { least: { quantity: min, price: least } }
  const most = BigInt(max)
  // `priceOf` cuts what is below a unit: the largest quantity whose price, so cut, is not above the sum.
  const affordable = rate > 0n ? ((sum + 1n) * 1000n - 1n) / rate : most
  return affordable < most ? { quantity: Number(affordable), isMost: false } : { quantity: max, isMost: true }
}
