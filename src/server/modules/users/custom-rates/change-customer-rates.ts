import { isDeepStrictEqual } from 'node:util'

import type { CustomerRates, RateBelowCost } from '#contract/users/customer-rates.ts'
import { invalidFields } from '#contract/base/errors.ts'
import { type Money, money, toBasisPoints } from '#contract/base/money.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

import { setDiscount } from '#server/modules/ledger/account.ts'

import { deleteOwnRates, listRatesBelowCost, writeOwnRates } from './rates-queries.ts'
import { readCustomerRates } from './read-customer-rates.ts'

/** What is not given stays; a rate of null is taken away. */
export type RatesChange = {
  discount_percent?: number | undefined
  discount_until?: Date | null | undefined
  rates?: Record<string, Money | null> | undefined
}

/** Changes what one customer pays. Answers the rule before and after, or undefined where it stays as it was. */
export async function changeCustomerRates(
  tx: Tx,
  { userId, change, now }: { userId: number; change: RatesChange; now: Date },
): Promise<{ before: CustomerRates; after: CustomerRates } | undefined> {
  const { discount_percent: percent, discount_until: until, rates } = change
  if (percent === undefined && until === undefined && rates === undefined) return undefined
  const before = await readCustomerRates(tx, { userId, now })
  await setDiscount(tx, {
    userId,
    basisPoints: toBasisPoints(percent ?? before.discount_percent),
    until: until === undefined ? before.until : until,
  })
  await changeOwnRates(tx, userId, rates ?? {})
  const after = await readCustomerRates(tx, { userId, now })
  return isDeepStrictEqual(before, after) ? undefined : { before, after }
}

/** What staff are warned of when they enter custom rates. */
export async function findRatesBelowCost(
  tx: Tx,
  { userId, change }: { userId: number; change: RatesChange },
): Promise<RateBelowCost[]> {
  const given = Object.entries(change.rates ?? {}).filter(([, rate]) => rate !== null)
  if (given.length === 0) return []
  const rows = await listRatesBelowCost(tx, { userId, serviceIds: given.map(([id]) => Number(id)) })
  return rows.map((row) => ({
    ...row,
    code: 'rate_below_cost',
    rate: money(row.rate),
    cost: money(row.cost),
  }))
}

async function changeOwnRates(tx: Tx, userId: number, rates: Record<string, Money | null>): Promise<void> {
  const all = Object.entries(rates).map(([id, rate]) => ({ serviceId: Number(id), rate }))
  const gone = all.filter(({ rate }) => rate === null).map(({ serviceId }) => serviceId)
  const given = all.flatMap(({ serviceId, rate }) => (rate === null ? [] : [{ serviceId, rate }]))
  if (gone.length > 0) await deleteOwnRates(tx, { userId, serviceIds: gone })
  if (given.length > 0 && (await writeOwnRates(tx, { userId, rates: given })) < given.length)
    throw invalidFields({ rates: { code: 'service_unknown' } })
}
