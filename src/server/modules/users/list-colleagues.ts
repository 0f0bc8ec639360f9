import type { Kysely } from 'kysely'

import type { Permission } from '#contract/base/permissions.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

import { listColleagueRows } from './colleagues-queries.ts'

/** Active staff who may do that, by name. */
export async function listColleagues(
  db: Kysely<DB>,
  needs: Permission,
): Promise<{ id: number; name: string }[]> {
  return listColleagueRows(db, needs)
}
