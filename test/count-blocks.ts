import type { Kysely } from 'kysely'
import { sql } from 'kysely'

import type { DB } from '#server/database/tables.ts'

/**
 * How many blocks of a table and its indexes `work` goes through: what it costs, however busy the machine is. All of it
 * is to run on the connection that it is handed, which `db` is bound to.
 */
export async function countBlocks(
  db: Kysely<DB>,
  { table, work }: { table: string; work: (db: Kysely<DB>) => Promise<unknown> },
): Promise<number> {
  return db.connection().execute(async (own) => {
    const before = await readBlocks(own, table)
    await work(own)
    return (await readBlocks(own, table)) - before
  })
}

async function readBlocks(db: Kysely<DB>, table: string): Promise<number> {
  // A connection tells at the end of a statement, and not each time unless it is told to.
  await sql`select pg_stat_force_next_flush()`.execute(db)
  await sql`select pg_stat_clear_snapshot()`.execute(db)
  const { rows } = await sql<{ blocks: number }>`
    select (heap_blks_read + heap_blks_hit + coalesce(idx_blks_read, 0) + coalesce(idx_blks_hit, 0))::float8 as blocks
    from pg_statio_user_tables where relname = ${table}`.execute(db)
  return rows[0]?.blocks ?? 0
}
