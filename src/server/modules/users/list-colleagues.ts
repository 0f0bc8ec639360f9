import { type Kysely, sql } from 'kysely'

import type { Permission } from '#contract/base/permissions.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

/** Active staff with that permission, by name. A shop has few, so there are no pages. */
export async function listColleagues(
  db: Kysely<DB>,
  needs: Permission,
): Promise<{ id: number; name: string }[]> {
  return db
    .selectFrom('users')
    .select(['id', 'name'])
    .where('role', '=', 'admin')
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`(permissions is null or ${needs} = any (permissions))`)
    .orderBy('name')
    .orderBy('id')
    .execute()
}
