import { isDeepStrictEqual } from 'node:util'

import { sql } from 'kysely'

import { invalidFields } from '#contract/base/errors.ts'
import { type Money, money, toBasisPoints } from '#contract/base/money.ts'
import type { CustomerRates, RateBelowCost } from '#contract/users/customer-rates.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

import { setDiscount } from '#server/modules/ledger/account.ts'

import { readCustomerRates } from './read-customer-rates.ts'

/** Absent members stay; a rate of null is removed. */
type RatesChange = {
  discount_percent?: number | undefined
  discount_until?: Date | null | undefined
  rates?: Record<string, Money | null> | undefined
}

/** Changes what a customer pays. Returns the rates before and after, or undefined if nothing changed. */
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

/** Warnings for the custom rates in a request. */
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

/** Custom rates below the service's cost at its cheapest enabled provider. */
async function listRatesBelowCost(
  tx: Tx,
  { userId, serviceIds }: { userId: number; serviceIds: readonly number[] },
) {
  const { rows } = await sql<{ service_id: number; rate: bigint; cost: bigint; is_sold_below_cost: boolean }>`
    select service_id, custom_rates.rate, cost, below_cost as is_sold_below_cost
    from custom_rates join services on services.id = service_id
    cross join lateral (
      select min(cost_rate) as cost from supplies join providers on providers.id = supplies.provider_id
      where supplies.service_id = services.id and supplies.is_active and providers.is_enabled
    ) cheapest
    where user_id = ${userId} and service_id = any (${serviceIds}::int[]) and cost > custom_rates.rate
    order by service_id`.execute(tx)
  return rows
}

/** Returns the number written: unknown and deleted services are skipped. */
async function writeOwnRates(
  tx: Tx,
  { userId, rates }: { userId: number; rates: readonly { serviceId: number; rate: Money }[] },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    insert into custom_rates (user_id, service_id, rate)
    select ${userId}::int, services.id, given.rate
    from unnest(${rates.map(({ serviceId }) => serviceId)}::int[], ${rates.map(({ rate }) => rate)}::bigint[])
      as given (service_id, rate)
    join services on services.id = given.service_id and services.deleted_at is null
    on conflict (user_id, service_id) do update set rate = excluded.rate`.execute(tx)
  return Number(numAffectedRows)
}

async function deleteOwnRates(
  tx: Tx,
  { userId, serviceIds }: { userId: number; serviceIds: readonly number[] },
): Promise<void> {
  await tx
    .deleteFrom('custom_rates')
    .where('user_id', '=', userId)
    .where('service_id', 'in', [...serviceIds])
    .execute()
}
