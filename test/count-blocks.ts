import { type Kysely, sql } from 'kysely'

import type { DB } from '#server/lib/postgres/tables.ts'

/**
 * The number of blocks of a table and its indexes that `work` reads: its cost, however busy the machine is. Everything
 * must run on the given connection in one tx, whose own statistics no other connection adds to: the server's views show
 * the work of an idle connection up to 10 s later, which may be during the count.
 */
export async function countBlocks(
  db: Kysely<DB>,
  { table, work }: { table: keyof DB; work: (db: Kysely<DB>) => Promise<unknown> },
): Promise<number> {
  return db.transaction().execute(async (tx) => {
    // A connection's first plan for a table reads the first page of each of its indexes: not part of the work.
    await sql`select from ${sql.table(table)} limit 0`.execute(tx)
    const before = await readBlocks(tx, table)
    await work(tx)
    return (await readBlocks(tx, table)) - before
  })
}

async function readBlocks(db: Kysely<DB>, table: string): Promise<number> {
  const { rows } = await sql<{ blocks: number }>`
    select sum(pg_stat_get_xact_blocks_fetched(own.id))::float8 as blocks
    from (select oid from pg_class where relname = ${table} and relnamespace = 'public'::regnamespace) as heap (id)
    cross join lateral (
      select heap.id union all select indexrelid from pg_index where indrelid = heap.id) as own (id)`.execute(
    db,
  )
  const blocks = rows[0]?.blocks
  if (typeof blocks !== 'number') throw new Error(`there is no table ${table}`)
  return blocks
}
