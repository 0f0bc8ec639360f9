import type { CustomerRates } from '#contract/users/customer-rates.ts'
import { type Money, money } from '#contract/base/money.ts'
import { rateFor } from './rate-for.ts'

/** A service's terms before and after. */
export type ServiceChange = {
  id: number
  name: string
  wasSold: boolean
  isSold: boolean
  rateBefore: bigint
  rate: bigint
  minBefore: number
  min: number
  maxBefore: number
  max: number
}

/** A change of one service as reported to one customer. */
export type FavouriteChange = { id: number; name: string } & (
  | { kind: 'off' }
  | { kind: 'back'; rate: Money }
  | { kind: 'price'; before: Money; rate: Money }
  | { kind: 'limits'; min: number; max: number }
)
export type FavouriteChangeKind = FavouriteChange['kind']

/** By the customer's own rates: a new catalogue rate does not affect a customer with a custom rate. */
export function changesFor(change: ServiceChange, rule: CustomerRates, now: Date): FavouriteChange[] {
  const { id, name, wasSold, isSold, min, max } = change
  if (!isSold) return wasSold ? [{ id, name, kind: 'off' }] : []
  const rate = rateFor({ id, rate: change.rate }, rule, now)
  if (!wasSold) return [{ id, name, kind: 'back', rate }]
  const before = rateFor({ id, rate: money(change.rateBefore) }, rule, now)
  const isBound = min !== change.minBefore || max !== change.maxBefore
  return [
    ...(rate === before ? [] : [{ id, name, kind: 'price', before, rate } as const]),
    ...(isBound ? [{ id, name, kind: 'limits', min, max } as const] : []),
  ]
}
