import { Kysely, PostgresDialect } from 'kysely'

import type { Context } from '#server/context.ts'
import { makePool } from '#server/lib/postgres/pool.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

/** As many as one operation uses at once. */
const CONNECTIONS = 3

/** Runs `work` as if it were `time`: with a clock and database sessions (`tally_now()`) of that time. */
export async function contextAt<Result>(
  ctx: Context,
  time: Date,
  work: (past: Context) => Promise<Result>,
): Promise<Result> {
  const { connectionString } = ctx.pool.options
  if (connectionString === undefined) throw new Error('the pool was made without a connection string')
  const pool = makePool({ url: connectionString, max: CONNECTIONS })
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  try {
    const clients = await Promise.all(Array.from({ length: CONNECTIONS }, () => pool.connect()))
    for (const client of clients) {
      await client.query("select set_config('tally.now', $1, false)", [time.toISOString()])
      client.release()
    }
    return await work({ ...ctx, pool, db, clock: () => time })
  } finally {
    await pool.end()
  }
}
