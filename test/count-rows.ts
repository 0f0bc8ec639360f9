import { type Kysely, sql } from 'kysely'

import type { DB } from '#server/lib/postgres/tables.ts'

type Counted = { tables: readonly (keyof DB)[]; work: (db: Kysely<DB>) => Promise<unknown> }

/**
 * The number of rows of these tables that `work` reads, by scans and through indexes: its cost, however busy the
 * machine is. Everything must run on the given connection in one tx, whose own statistics no other connection adds to.
 */
export async function countRows(db: Kysely<DB>, { tables, work }: Counted): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const read = () => sumRows(tx, 'pg_stat_xact_user_tables', tables)
    const before = await read()
    await work(tx)
    return (await read()) - before
  })
}

/** For work that opens its own txs. Counts what other connections of the database report meanwhile, too. */
export async function countRowsOfTxs(db: Kysely<DB>, { tables, work }: Counted): Promise<number> {
  return db.connection().execute(async (own) => {
    const read = async () => {
      // A connection reports at the end of a statement, but not at every end unless it is told to.
      await sql`select pg_stat_force_next_flush()`.execute(own)
      await sql`select pg_stat_clear_snapshot()`.execute(own)
      return sumRows(own, 'pg_stat_user_tables', tables)
    }
    const before = await read()
    await work(own)
    return (await read()) - before
  })
}

async function sumRows(db: Kysely<DB>, view: string, tables: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0)::float8 as count
    from ${sql.table(view)} where relname = any (${tables}::text[])`.execute(db)
  return rows[0]?.count ?? 0
}
