import { Kysely, PostgresDialect } from 'kysely'

import type { Context } from '#server/context.ts'
import { makePool } from '#server/lib/postgres/pool.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

/** Answers the context at a time; it is at that time until the next one is asked for. */
export type MoveTo = (time: Date) => Promise<Context>

/** As many as an operation uses at once. */
const CONNECTIONS = 3

/** Runs `work` as if it were `time`. */
export async function contextAt<Result>(
  ctx: Context,
  time: Date,
  work: (past: Context) => Promise<Result>,
): Promise<Result> {
  return withPast(ctx, async (moveTo) => work(await moveTo(time)))
}

/**
 * Runs `work` on the same database, with a clock and database sessions (`tally_now()`) that it moves. The connections stay: to
 * open and warm up others for each time takes longer than most operations.
 */
export async function withPast<Result>(
  ctx: Context,
  work: (moveTo: MoveTo) => Promise<Result>,
): Promise<Result> {
  const { connectionString } = ctx.pool.options
  if (connectionString === undefined) throw new Error('the pool was made without a connection string')
  const pool = makePool({
    url: connectionString,
    max: CONNECTIONS,
    applicationName: 'tally-and-reach demo',
  })
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  const moveTo: MoveTo = async (time) => {
    const clients = await Promise.all(Array.from({ length: CONNECTIONS }, () => pool.connect()))
    try {
      for (const client of clients)
        await client.query("select set_config('tally.now', $1, false)", [time.toISOString()])
    } finally {
      for (const client of clients) client.release()
    }
    return { ...ctx, pool, db, clock: () => time }
  }
  try {
    return await work(moveTo)
  } finally {
    await pool.end()
  }
}
