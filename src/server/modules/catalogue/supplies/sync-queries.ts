import { type Kysely, sql } from 'kysely'

import type { DB } from '#server/lib/postgres/tables.ts'

/** A supply with all that a provider's list may change of it and of its service. */
export type SyncedSupply = {
  supply_id: number
  service_id: number
  provider_service: string
  name: string
  /** In the provider's currency, a decimal text; null where it was written by hand or before it was kept. */
  cost_own: string | null
  cost: bigint
  markup_basis_points: number
  is_active: boolean
  /** Why the list switched it off; null where it did not. */
  off_for: 'gone' | 'type' | null
  type: string
  min: number
  max: number
  rate: bigint
  below_cost: boolean
  is_sold: boolean
  /** It is tried before the service's other supplies. */
  is_first: boolean
}

/** A provider's supplies of services that are not deleted, without those that were taken off. */
export async function listSyncedSupplies(db: Kysely<DB>, providerId: number): Promise<SyncedSupply[]> {
  const { rows } = await sql<SyncedSupply>`
    select supplies.id as supply_id, service_id, provider_service, services.name, trim_scale(cost_own)::text as cost_own,
      cost_rate as cost, markup_basis_points, supplies.is_active, off_for, services.type, services.min, services.max,
      services.rate, services.below_cost, services.is_active as is_sold,
      not exists (select from supplies other where other.service_id = supplies.service_id and other.is_active
        and (other.priority, other.id) < (supplies.priority, supplies.id)) as is_first
    from supplies join services on services.id = service_id
    where provider_id = ${providerId} and services.deleted_at is null and removed_at is null
    order by supplies.id`.execute(db)
  return rows
}

export type SupplyChange = {
  supplyId: number
  /** Null: as it is. */
  costOwn: string | null
  cost: bigint
  /** As it was read: what a person switched meanwhile stays so. */
  wasActive: boolean
  isActive: boolean
  offFor: 'gone' | 'type' | null
}

export async function writeSupplies(
  db: Kysely<DB>,
  changes: readonly SupplyChange[],
  now: Date,
): Promise<void> {
  if (changes.length === 0) return
  await sql`
    update supplies set cost_own = coalesce(fresh.own, cost_own), cost_rate = fresh.cost,
      is_active = case when is_active = fresh.was then fresh.active else is_active end,
      off_for = case when is_active = fresh.was then fresh.off else off_for end, seen_at = ${now}
    from unnest(${changes.map(({ supplyId }) => supplyId)}::int[], ${changes.map(({ costOwn }) => costOwn)}::numeric[],
      ${changes.map(({ cost }) => cost)}::bigint[], ${changes.map(({ wasActive }) => wasActive)}::boolean[],
      ${changes.map(({ isActive }) => isActive)}::boolean[], ${changes.map(({ offFor }) => offFor)}::text[])
      as fresh (id, own, cost, was, active, off)
    where supplies.id = fresh.id`.execute(db)
}

export type NewBounds = { serviceId: number; min: number; max: number }

export async function writeBounds(db: Kysely<DB>, bounds: readonly NewBounds[], now: Date): Promise<void> {
  if (bounds.length === 0) return
  await sql`
    update services set min = fresh.min, max = fresh.max, updated_at = ${now}
    from unnest(${bounds.map(({ serviceId }) => serviceId)}::int[], ${bounds.map(({ min }) => min)}::int[],
      ${bounds.map(({ max }) => max)}::int[]) as fresh (id, min, max)
    where services.id = fresh.id`.execute(db)
}
