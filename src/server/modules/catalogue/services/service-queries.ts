import { type Kysely, sql, type Updateable } from 'kysely'

import type { DB, Services } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

/** Undefined for a deleted service. */
export async function lockService(tx: Tx, id: number) {
  return tx
    .selectFrom('services')
    .innerJoin('categories', 'categories.id', 'services.category_id')
    .select(['services.platform', 'category_id', 'categories.name as category', 'min', 'max', 'type'])
    .where('services.id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate('services')
    .executeTakeFirst()
}

/** Undefined for a deleted service. */
export async function findCategoryId(db: Kysely<DB>, id: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('services')
    .select('category_id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.category_id
}

export async function changeService(
  db: Kysely<DB>,
  id: number,
  change: Updateable<Services>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('services')
    .set(change)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The id of a platform's category by name. Two concurrent callers get the same row. */
export async function findOrCreateCategory(
  db: Kysely<DB>,
  { platform, name }: { platform: string; name: string },
): Promise<number> {
  const found = await db
    .selectFrom('categories')
    .select('id')
    .where('platform', '=', platform)
    .where('name', '=', name)
    .executeTakeFirst()
  if (found !== undefined) return found.id
  const { id } = await db
    .insertInto('categories')
    .values({ platform, name })
    .onConflict((conflict) => conflict.columns(['platform', 'name']).doUpdateSet({ platform }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A lateral table with the supply of `services` that is tried first. */
export const firstSupply = sql`lateral (
  select supplies.id, cost_rate, cost_own, provider_service, provider_id from supplies
  where supplies.service_id = services.id and removed_at is null order by is_active desc, priority, id limit 1)`

/**
 * The same for all services, as a table with their `service_id`: for 10,000 services it reads two tables once each,
 * instead of 60,000 blocks for individual look-ups.
 */
export const firstSupplies = sql`(
  select distinct on (service_id) service_id, cost_rate, provider_service from supplies
  where removed_at is null order by service_id, is_active desc, priority, id)`

export type CategoryRow = { id: number; name: string; platform: string }

/** In catalogue order within each platform. */
export async function listCategoryRows(db: Kysely<DB>): Promise<CategoryRow[]> {
  return db
    .selectFrom('categories')
    .select(['id', 'name', 'platform'])
    .orderBy('position')
    .orderBy('name')
    .orderBy('id')
    .execute()
}
