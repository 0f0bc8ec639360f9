import type { Insertable, Kysely, Updateable } from 'kysely'

import type { DB, Services } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

export async function insertService(db: Kysely<DB>, values: Insertable<Services>): Promise<number> {
  const { id } = await db.insertInto('services').values(values).returning('id').executeTakeFirstOrThrow()
  return id
}

/** What a change is judged by; one that was taken off the catalogue is not there. */
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

/** Its category; undefined for one that was taken off the catalogue. */
export async function findServiceHome(db: Kysely<DB>, id: number): Promise<number | undefined> {
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

export async function findCategory(db: Kysely<DB>, id: number) {
  return db.selectFrom('categories').select(['name', 'platform']).where('id', '=', id).executeTakeFirst()
}

/** The id of a platform's category by name; two who make the same one at once get the same one. */
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
