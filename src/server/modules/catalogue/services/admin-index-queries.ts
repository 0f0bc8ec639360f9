import { type Kysely, sql } from 'kysely'

import type { DB } from '#server/lib/postgres/tables.ts'

/** What stands behind a service and is tried first; a lateral table, for `services`. */
export const firstSupply = sql`lateral (
  select supplies.id, cost_rate, cost_own, provider_service, provider_id from supplies
  where supplies.service_id = services.id and removed_at is null order by is_active desc, priority, id limit 1)`

export type IndexedRow = {
  id: number
  name: string
  name_original: string
  description: string
  category_id: number
  type: string
  rate: bigint
  is_active: boolean
  is_deleted: boolean
  below_cost: boolean
  by_hand: boolean
  cost_rate: bigint | null
  provider_service: string | null
  /** Of every supply. */
  provider_ids: number[]
}

/** Every service by its place within its category; of a deleted one without the texts that are searched. */
export async function listIndexedRows(db: Kysely<DB>): Promise<IndexedRow[]> {
  const { rows } = await sql<IndexedRow>`
    select services.id, name, name_original, case when deleted_at is null then description else '' end as description,
      category_id, type, rate, services.is_active, deleted_at is not null as is_deleted, below_cost, by_hand, supply.cost_rate, supply.provider_service,
      array(select distinct provider_id from supplies
        where supplies.service_id = services.id and removed_at is null) as provider_ids
    from services left join ${firstSupply} supply on true
    order by position, services.id`.execute(db)
  return rows
}

/** On sale at less than its first supply costs, where that is not meant: nobody can order it. */
export async function countBelowCost(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from services join ${firstSupply} supply on true
    where deleted_at is null and services.is_active and not below_cost and supply.cost_rate > rate`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

export type CategoryRow = { id: number; name: string; platform: string }

/** In the order of the catalogue, but for the platforms. */
export async function listCategoryRows(db: Kysely<DB>): Promise<CategoryRow[]> {
  return db
    .selectFrom('categories')
    .select(['id', 'name', 'platform'])
    .orderBy('position')
    .orderBy('name')
    .orderBy('id')
    .execute()
}
