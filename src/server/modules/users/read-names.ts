import type { Kysely } from 'kysely'

import type { DB } from '#server/lib/postgres/tables.ts'

/**
 * The rows with the name of a user each, also of a deleted one; null if there is none. A separate statement: on a
 * cluster the rows are on their customers' shards, and the users on others.
 */
export async function withNames<Row>(
  db: Kysely<DB>,
  rows: readonly Row[],
  idOf: (row: Row) => number | null,
): Promise<(Row & { name: string | null })[]> {
  const ids = new Set(rows.flatMap((row) => idOf(row) ?? []))
  const found =
    ids.size === 0
      ? []
      : await db
          .selectFrom('users')
          .select(['id', 'name'])
          .where('id', 'in', [...ids])
          .execute()
  const names = new Map(found.map(({ id, name }) => [id, name]))
  return rows.map((row) => ({ ...row, name: names.get(idOf(row) ?? 0) ?? null }))
}
