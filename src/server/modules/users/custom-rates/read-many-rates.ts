import type { Kysely } from 'kysely'

import type { CustomerRates } from '#contract/users/customer-rates.ts'
import { money } from '#contract/base/money.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

import { listDiscounts, listManyOwnRates } from './rates-queries.ts'
import { toRule } from './to-rule.ts'

/** The own rules of many customers in two statements; who has none is left out. */
export async function readManyRates(
  db: Kysely<DB>,
  { userIds, now }: { userIds: readonly number[]; now: Date },
): Promise<Map<number, CustomerRates>> {
  if (userIds.length === 0) return new Map()
  const [discounts, own] = await Promise.all([listDiscounts(db, userIds), listManyOwnRates(db, userIds)])
  const rates = Map.groupBy(own, ({ user_id: id }) => id)
  return new Map(
    discounts.map((discount) => [
      discount.user_id,
      {
        ...toRule(discount, now),
        rates: Object.fromEntries(
          (rates.get(discount.user_id) ?? []).map(({ service_id: id, rate }) => [String(id), money(rate)]),
        ),
      },
    ]),
  )
}
