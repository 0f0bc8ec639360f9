import { type Kysely, sql } from 'kysely'

import type { DB } from '#server/lib/postgres/tables.ts'

/** A supply with what its service is sold for. */
export type PricedSupply = {
  supply_id: number
  service_id: number
  name: string
  type: string
  /** In the provider's currency. */
  cost_own: string
  cost: bigint
  rate: bigint
  markup_basis_points: number
  is_active: boolean
  /** The operator sells it at a loss. */
  below_cost: boolean
  is_supply_active: boolean
  /** The service's price came from it, if it came from one at all. */
  is_first: boolean
}

/**
 * A provider's supplies of services that are not deleted, those first that are tried first. A cost of its own that was
 * not kept is what `usdPerUnit` makes of the cost in USD, rounded up.
 */
export async function listPricedSupplies(
  db: Kysely<DB>,
  { providerId, usdPerUnit }: { providerId: number; usdPerUnit: string },
): Promise<PricedSupply[]> {
  const { rows } = await sql<PricedSupply>`
    select supplies.id as supply_id, service_id, services.name, services.type, services.rate, services.is_active, cost_rate as cost,
      services.below_cost, supplies.is_active as is_supply_active,
      markup_basis_points,
      trim_scale(coalesce(cost_own,
        ceil(cost_rate / 100000000.0 / ${usdPerUnit}::numeric * 1e18) / 1e18))::text as cost_own,
      supplies.id = (
        select other.id from supplies other where other.service_id = supplies.service_id and other.is_active
        order by priority, other.id limit 1) is true as is_first
    from supplies join services on services.id = service_id
    where provider_id = ${providerId} and services.deleted_at is null and removed_at is null
    order by service_id, priority, supplies.id`.execute(db)
  return rows
}

export type NewCost = { supplyId: number; costOwn: string; cost: bigint }
/** `before` is the price that it was made from. */
export type NewRate = { serviceId: number; before: bigint; rate: bigint; isSold: boolean }

export async function writeCosts(db: Kysely<DB>, costs: readonly NewCost[]): Promise<void> {
  await sql`
    update supplies set cost_rate = fresh.cost, cost_own = fresh.own
    from unnest(${costs.map(({ supplyId }) => supplyId)}::int[], ${costs.map(({ cost }) => cost)}::bigint[],
      ${costs.map(({ costOwn }) => costOwn)}::numeric[]) as fresh (id, cost, own)
    where supplies.id = fresh.id`.execute(db)
}

/**
 * A price that a person set since it was read stays, as `writeBulk` leaves it. One that is not sold any more goes off sale
 * whatever its price; none comes back by itself. Answers the ids that were written.
 */
export async function writeRates(
  db: Kysely<DB>,
  rates: readonly NewRate[],
  now: Date,
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    update services set rate = case when services.rate = fresh.before then fresh.rate else services.rate end,
      is_active = is_active and fresh.sold, updated_at = ${now}
    from unnest(${rates.map(({ serviceId }) => serviceId)}::int[], ${rates.map(({ before }) => before)}::bigint[],
      ${rates.map(({ rate }) => rate)}::bigint[], ${rates.map(({ isSold }) => isSold)}::boolean[])
      as fresh (id, before, rate, sold)
    where services.id = fresh.id and (services.rate = fresh.before or not fresh.sold)
    returning services.id`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
