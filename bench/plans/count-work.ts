import type { Pool } from 'pg'

/** What was read of all tables. `rows`: by scans and through indexes; `blocks`: pages of 8 kB, of indexes too, wherever they came from. */
export type Work = { rows: number; blocks: number }

/**
 * Reads of the database so far by the pool's connections: exact if nobody else uses it. A connection reports what it read when it
 * is told to, and each of them is. The views of the statistics would take longer than most calls.
 */
export async function readWork(pool: Pool): Promise<Work> {
  // All at once, so that one in use is waited for.
  const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
  await Promise.all(clients.map((client) => client.query('select pg_stat_force_next_flush()')))
  for (const client of clients) client.release()
  const { rows } = await pool.query<Work>(
    `select sum(case when relkind = 'r' then pg_stat_get_tuples_returned(oid) else 0 end
         + pg_stat_get_tuples_fetched(oid))::float8 as rows,
       sum(pg_stat_get_blocks_fetched(oid))::float8 as blocks
     from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'i')`,
  )
  const [row] = rows
  if (row === undefined) throw new Error('a sum always has a row')
  return row
}
