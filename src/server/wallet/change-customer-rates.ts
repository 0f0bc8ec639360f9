import { isDeepStrictEqual } from 'node:util'

import type { CustomerRates } from '#contract/customer-rates.ts'
import { invalidFields } from '#contract/errors.ts'
import { toBasisPoints } from '#contract/money.ts'
import type { Money } from '#contract/money.ts'
import type { Tx } from '#server/database/transact.ts'

import { deleteOwnRates, writeDiscount, writeOwnRates } from './rates-queries.ts'
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
  await writeDiscount(tx, {
    userId,
    basisPoints: toBasisPoints(percent ?? before.discount_percent),
    until: until === undefined ? before.until : until,
  })
  await changeOwnRates(tx, userId, rates ?? {})
  const after = await readCustomerRates(tx, { userId, now })
  return isDeepStrictEqual(before, after) ? undefined : { before, after }
}

async function changeOwnRates(tx: Tx, userId: number, rates: Record<string, Money | null>): Promise<void> {
  const all = Object.entries(rates).map(([id, rate]) => ({ serviceId: Number(id), rate }))
  const gone = all.filter(({ rate }) => rate === null).map(({ serviceId }) => serviceId)
  const given = all.flatMap(({ serviceId, rate }) => (rate === null ? [] : [{ serviceId, rate }]))
  if (gone.length > 0) await deleteOwnRates(tx, { userId, serviceIds: gone })
  if (given.length > 0 && (await writeOwnRates(tx, { userId, rates: given })) < given.length)
    throw invalidFields({ rates: { code: 'service_unknown' } })
}
