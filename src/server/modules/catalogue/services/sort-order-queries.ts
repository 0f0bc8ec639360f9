import { type Kysely, sql } from 'kysely'

import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

/** Who moves within a category waits for whoever does already. */
export async function lockCategory(tx: Tx, id: number) {
  return tx
    .selectFrom('categories')
    .select(['id', 'name', 'platform'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** One at a time arranges categories, whichever platform's. */
export async function lockCategories(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('categories'))`.execute(tx)
}

export type Placed = { id: number; position: number }

/** The services of a category in the order of the catalogue. */
export async function listPlacedServices(db: Kysely<DB>, categoryId: number): Promise<Placed[]> {
  return db
    .selectFrom('services')
    .select(['id', 'position'])
    .where('category_id', '=', categoryId)
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute()
}

export async function listPlacedCategories(db: Kysely<DB>, platform: string): Promise<Placed[]> {
  return db
    .selectFrom('categories')
    .select(['id', 'position'])
    .where('platform', '=', platform)
    .orderBy('position')
    .orderBy('name')
    .orderBy('id')
    .execute()
}

export async function placeServices(db: Kysely<DB>, placed: readonly Placed[], now: Date): Promise<void> {
  await sql`
    update services set position = fresh.position, updated_at = ${now} from ${toTable(placed)}
    where services.id = fresh.id`.execute(db)
}

export async function placeCategories(db: Kysely<DB>, placed: readonly Placed[]): Promise<void> {
  await sql`
    update categories set position = fresh.position from ${toTable(placed)}
    where categories.id = fresh.id`.execute(db)
}

function toTable(placed: readonly Placed[]) {
  return sql`unnest(${placed.map(({ id }) => id)}::int[], ${placed.map(({ position }) => position)}::int[])
    as fresh (id, position)`
}
