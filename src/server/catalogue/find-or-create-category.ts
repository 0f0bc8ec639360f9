import type { Kysely } from 'kysely'

import type { DB } from '#server/database/tables.ts'

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
