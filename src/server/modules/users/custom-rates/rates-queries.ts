import { type Kysely, sql } from 'kysely'

import type { Money } from '#contract/base/money.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

/** Undefined where there is no account. */
export async function findDiscount(db: Kysely<DB>, userId: number) {
  return db
    .selectFrom('accounts')
    .select(['discount_basis_points', 'discount_until'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

export async function listOwnRates(db: Kysely<DB>, userId: number) {
  return db
    .selectFrom('own_rates')
    .select(['service_id', 'rate'])
    .where('user_id', '=', userId)
    .orderBy('service_id')
    .execute()
}

export async function listDiscounts(db: Kysely<DB>, userIds: readonly number[]) {
  return db
    .selectFrom('accounts')
    .select(['user_id', 'discount_basis_points', 'discount_until'])
    .where('user_id', 'in', [...userIds])
    .execute()
}

export async function listManyOwnRates(db: Kysely<DB>, userIds: readonly number[]) {
  return db
    .selectFrom('own_rates')
    .select(['user_id', 'service_id', 'rate'])
    .where('user_id', 'in', [...userIds])
    .execute()
}

/** Those of a customer's own rates that are below what the service costs at the cheapest provider that is on. */
export async function listRatesBelowCost(
  tx: Tx,
  { userId, serviceIds }: { userId: number; serviceIds: readonly number[] },
) {
  const { rows } = await sql<{ service_id: number; rate: bigint; cost: bigint; is_sold_below_cost: boolean }>`
    select service_id, own_rates.rate, cost, below_cost as is_sold_below_cost
    from own_rates join services on services.id = service_id
    cross join lateral (
      select min(cost_rate) as cost from supplies join providers on providers.id = supplies.provider_id
      where supplies.service_id = services.id and supplies.is_active and providers.is_enabled
    ) cheapest
    where user_id = ${userId} and service_id = any (${serviceIds}::int[]) and cost > own_rates.rate
    order by service_id`.execute(tx)
  return rows
}

/** Answers how many were written: a service that is not there gets none. */
export async function writeOwnRates(
  tx: Tx,
  { userId, rates }: { userId: number; rates: readonly { serviceId: number; rate: Money }[] },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    insert into own_rates (user_id, service_id, rate)
    select ${userId}::int, services.id, given.rate
    from unnest(${rates.map(({ serviceId }) => serviceId)}::int[], ${rates.map(({ rate }) => rate)}::bigint[])
      as given (service_id, rate)
    join services on services.id = given.service_id and services.deleted_at is null
    on conflict (user_id, service_id) do update set rate = excluded.rate`.execute(tx)
  return Number(numAffectedRows)
}

export async function deleteOwnRates(
  tx: Tx,
  { userId, serviceIds }: { userId: number; serviceIds: readonly number[] },
): Promise<void> {
  await tx
    .deleteFrom('own_rates')
    .where('user_id', '=', userId)
    .where('service_id', 'in', [...serviceIds])
    .execute()
}
