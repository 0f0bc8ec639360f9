import type { Kysely } from 'kysely'

import type { CustomerRates } from '#contract/users/customer-rates.ts'
import { money } from '#contract/base/money.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

import { findDiscount, listOwnRates } from './rates-queries.ts'
import { toRule } from './to-rule.ts'

/** A customer's own rule, as `rateFor` of the contract takes it. A discount that is over is none. */
export async function readCustomerRates(
  db: Kysely<DB>,
  { userId, now }: { userId: number; now: Date },
): Promise<CustomerRates> {
  const [discount, own] = await Promise.all([findDiscount(db, userId), listOwnRates(db, userId)])
  return {
    ...toRule(discount ?? { discount_basis_points: 0, discount_until: null }, now),
    rates: Object.fromEntries(own.map(({ service_id: id, rate }) => [String(id), money(rate)])),
  }
}
