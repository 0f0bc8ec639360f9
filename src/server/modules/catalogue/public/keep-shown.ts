import type { Kysely } from 'kysely'

import type { DB } from '#server/lib/postgres/tables.ts'

import { listShownAmong } from './catalogue-queries.ts'

/** Of these services those that customers may order, in the order in which they were given. */
export async function keepShown(db: Kysely<DB>, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const shown = new Set(await listShownAmong(db, ids))
  return ids.filter((id) => shown.has(id))
}
