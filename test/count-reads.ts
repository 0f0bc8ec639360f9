import type { Pool } from 'pg'

export type Reads = { rows: number; blocks: number }

/**
 * What `work` reads from all tables: its cost, however busy the machine is. The pool has one connection, which `work`
 * uses too: it reports its reads on request.
 */
export async function countReads(pool: Pool, work: () => Promise<unknown>): Promise<Reads> {
  const before = await total(pool)
  await work()
  const after = await total(pool)
  return { rows: after.rows - before.rows, blocks: after.blocks - before.blocks }
}

async function total(pool: Pool): Promise<Reads> {
  // A connection reports at the end of a statement, but not at every end unless it is told to.
  await pool.query('select pg_stat_force_next_flush()')
  await pool.query('select pg_stat_clear_snapshot()')
  const { rows } = await pool.query<Reads>(
    `select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::float8 as rows,
       sum(heap_blks_read + heap_blks_hit + coalesce(idx_blks_read, 0) + coalesce(idx_blks_hit, 0))::float8 as blocks
     from pg_stat_user_tables join pg_statio_user_tables using (relid)`,
  )
  const [row] = rows
  if (row === undefined) throw new Error('a sum always has a row')
  return row
}
