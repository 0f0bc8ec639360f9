import type { Kysely } from 'kysely'

import { money } from '#contract/base/money.ts'
import type { CustomerRates } from '#contract/users/customer-rates.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

/** A customer's discount and custom rates, as the contract's `rateFor` takes them. An expired discount is left out. */
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

/** Discounts and custom rates of many customers in two statements. */
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

/** The discount in effect now. */
function toRule(
  {
    discount_basis_points: basisPoints,
    discount_until: until,
  }: { discount_basis_points: number; discount_until: Date | null },
  now: Date,
): Pick<CustomerRates, 'discount_percent' | 'until'> {
  const isOn = basisPoints > 0 && (until === null || until > now)
  return { discount_percent: isOn ? basisPoints / 100 : 0, until: isOn ? until : null }
}

/** Undefined if there is no account. */
async function findDiscount(db: Kysely<DB>, userId: number) {
  return db
    .selectFrom('accounts')
    .select(['discount_basis_points', 'discount_until'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

async function listOwnRates(db: Kysely<DB>, userId: number) {
  return db
    .selectFrom('custom_rates')
    .select(['service_id', 'rate'])
    .where('user_id', '=', userId)
    .orderBy('service_id')
    .execute()
}

async function listDiscounts(db: Kysely<DB>, userIds: readonly number[]) {
  return db
    .selectFrom('accounts')
    .select(['user_id', 'discount_basis_points', 'discount_until'])
    .where('user_id', 'in', [...userIds])
    .execute()
}

async function listManyOwnRates(db: Kysely<DB>, userIds: readonly number[]) {
  return db
    .selectFrom('custom_rates')
    .select(['user_id', 'service_id', 'rate'])
    .where('user_id', 'in', [...userIds])
    .execute()
}
