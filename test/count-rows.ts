import { type Kysely, sql } from 'kysely'

import type { DB } from '#server/database/tables.ts'

/**
 * How many rows of these tables `work` reads, by scans and through indexes: what it costs, however busy the machine is. All
 * of it is to run on the connection that it is handed.
 */
export async function countRows(
  db: Kysely<DB>,
  { tables, work }: { tables: readonly (keyof DB)[]; work: (db: Kysely<DB>) => Promise<unknown> },
): Promise<number> {
  return db.connection().execute(async (own) => {
    const before = await readRows(own, tables)
    await work(own)
    return (await readRows(own, tables)) - before
  })
}

async function readRows(db: Kysely<DB>, tables: readonly string[]): Promise<number> {
  // A connection tells at the end of a statement, and not each time unless it is told to.
  await sql`select pg_stat_force_next_flush()`.execute(db)
  await sql`select pg_stat_clear_snapshot()`.execute(db)
  const { rows } = await sql<{ count: number }>`
    select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::float8 as count
    from pg_stat_user_tables where relname = any (${tables}::text[])`.execute(db)
  return rows[0]?.count ?? 0
}
