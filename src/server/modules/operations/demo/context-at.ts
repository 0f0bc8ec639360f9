import { Kysely, PostgresDialect } from 'kysely'

import type { Context } from '#server/context.ts'
import { makePool } from '#server/lib/postgres/pool.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

/**
 * Runs `work` as if it were `time`: on the same database, with a clock and database sessions set to it (`tally_now()`).
 */
export async function contextAt<Result>(
  ctx: Context,
  time: Date,
  work: (past: Context) => Promise<Result>,
): Promise<Result> {
  const pool = makePool({ url: urlAt(ctx, time), max: 4, applicationName: 'tally-and-reach demo' })
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  try {
    return await work({ ...ctx, pool, db, clock: () => time })
  } finally {
    await pool.end()
  }
}

function urlAt({ pool }: Context, time: Date): string {
  const { connectionString } = pool.options
  if (connectionString === undefined) throw new Error('the pool was made without a connection string')
  const separator = connectionString.includes('?') ? '&' : '?'
  return `${connectionString}${separator}options=${encodeURIComponent(`-c tally.now=${time.toISOString()}`)}`
}
