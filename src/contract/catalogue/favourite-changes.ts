import type { CustomerRates } from '#contract/users/customer-rates.ts'
import { type Money, money } from '#contract/base/money.ts'
import { rateFor } from './rate-for.ts'

/** How a service was, and how it is. */
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

/** What one customer is told of one service. */
export type FavouriteChange = { id: number; name: string } & (
  | { kind: 'off' }
  | { kind: 'back'; rate: Money }
  | { kind: 'price'; before: Money; rate: Money }
  | { kind: 'limits'; min: number; max: number }
)
export type FavouriteChangeKind = FavouriteChange['kind']

/** By what this customer pays: where a rate of their own stands, another one of the catalogue is no news to them. */
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
