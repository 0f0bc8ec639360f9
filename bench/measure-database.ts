import type { Pool } from 'pg'

export type DatabaseWork = {
  walBytes: number
  /** Changed rows per table, and how many of them without touching an index. */
  updates: Record<string, { all: number; hot: number }>
}

const TABLES = ['orders', 'accounts', 'dispatch_queue', 'poll_queue', 'order_attempts']

/** What the database did during `work`. */
export async function measureDatabase<Result>(
  pool: Pool,
  work: () => Promise<Result>,
): Promise<{ result: Result; database: DatabaseWork }> {
  const before = await read(pool)
  const result = await work()
  const after = await read(pool)
  const updates = Object.fromEntries(
    TABLES.map((table) => {
      const [from, to] = [before.tables.get(table), after.tables.get(table)]
      return [
        table,
        { all: (to?.all ?? 0) - (from?.all ?? 0), hot: (to?.hot ?? 0) - (from?.hot ?? 0) },
      ] as const
    }),
  )
  return { result, database: { walBytes: after.wal - before.wal, updates } }
}

/** Processes report their statistics within a second. */
const TOLD_MS = 1_500

async function read(pool: Pool) {
  await new Promise((resolve) => setTimeout(resolve, TOLD_MS))
  const { rows: positions } = await pool.query<{ wal: number }>(
    "select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as wal",
  )
  const { rows } = await pool.query<{ name: string; all: number; hot: number }>(
    `select relname as name, n_tup_upd::float8 as all, n_tup_hot_upd::float8 as hot
     from pg_stat_user_tables where relname = any($1)`,
    [TABLES],
  )
  return { wal: positions[0]?.wal ?? 0, tables: new Map(rows.map((row) => [row.name, row])) }
}
