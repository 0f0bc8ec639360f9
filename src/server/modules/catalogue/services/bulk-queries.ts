import { type Kysely, sql } from 'kysely'

import type { DB } from '#server/lib/postgres/tables.ts'

import { firstSupply } from './admin-index-queries.ts'

/** What a change of many is judged by. */
export type BulkRow = {
  id: number
  name: string
  platform: string
  category: string
  type: string
  rate: bigint
  is_active: boolean
  below_cost: boolean
  supply_id: number | null
  cost: bigint | null
  /** In the provider's currency, and what a unit of it is worth; null for costs that were kept before both were. */
  cost_own: string | null
  usd_per_unit: string | null
}

export async function listBulkRows(db: Kysely<DB>, ids: readonly number[]): Promise<BulkRow[]> {
  const { rows } = await sql<BulkRow>`
    select services.id, services.name, services.platform, categories.name as category, type, rate, services.is_active,
      below_cost, supply.id as supply_id, supply.cost_rate as cost, trim_scale(supply.cost_own)::text as cost_own,
      trim_scale(usd_per_unit)::text as usd_per_unit
    from services join categories on categories.id = category_id
    left join ${firstSupply} supply on true
    left join providers on providers.id = supply.provider_id
    where services.id = any (${ids}::int[]) and deleted_at is null
    order by services.id`.execute(db)
  return rows
}

export type BulkWrite = {
  id: number
  /** As it was seen: another price since means that somebody changed it. */
  rateBefore: bigint
  rate: bigint
  /** Null: as it is by now, so that what somebody takes off sale meanwhile stays off. */
  isActive: boolean | null
  isDeleted: boolean
  platform: string | null
  categoryId: number | null
}

/** Answers the ids that were changed: one that has another price by now, or is gone, is left as it is. */
export async function writeBulk(
  db: Kysely<DB>,
  writes: readonly BulkWrite[],
  now: Date,
): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    update services set rate = fresh.rate, is_active = coalesce(fresh.is_active, services.is_active),
      deleted_at = case when fresh.is_deleted then ${now}::timestamptz end,
      platform = coalesce(fresh.platform, services.platform),
      category_id = coalesce(fresh.category_id, services.category_id), updated_at = ${now}
    from unnest(${writes.map(({ id }) => id)}::int[], ${writes.map(({ rateBefore }) => rateBefore)}::bigint[],
      ${writes.map(({ rate }) => rate)}::bigint[], ${writes.map(({ isActive }) => isActive)}::boolean[],
      ${writes.map(({ isDeleted }) => isDeleted)}::boolean[], ${writes.map(({ platform }) => platform)}::text[],
      ${writes.map(({ categoryId }) => categoryId)}::int[])
      as fresh (id, rate_before, rate, is_active, is_deleted, platform, category_id)
    where services.id = fresh.id and services.rate = fresh.rate_before and deleted_at is null
    returning services.id`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** The markup that a price was made by, so that a cost that moves later moves the price by the same rule. */
export async function writeMarkups(
  db: Kysely<DB>,
  supplyIds: readonly number[],
  basisPoints: number,
): Promise<void> {
  await db
    .updateTable('supplies')
    .set({ markup_basis_points: basisPoints })
    .where('id', 'in', [0, ...supplyIds])
    .execute()
}
