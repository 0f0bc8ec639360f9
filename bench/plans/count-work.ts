import type { Pool } from 'pg'

/** Reads from all tables. `rows`: by scans and through indexes; `blocks`: 8 kB pages, including indexes, cached or not. */
export type Work = { rows: number; blocks: number }

/**
 * Reads of the database so far by the pool's connections: exact if nobody else uses it. Connections report their reads
 * when told to, and all of them are. The statistics views would take longer than most calls.
 */
export async function readWork(pool: Pool): Promise<Work> {
  // All concurrently, so that a connection in use is waited for.
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
