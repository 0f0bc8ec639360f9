import type { Client } from 'pg'

import type { Context } from '#server/context.ts'
import type { AppEvent } from '#server/lib/events/events.ts'
import { overClient } from '#server/lib/postgres/over-client.ts'
import { endClient, makeClient } from '#server/lib/postgres/pool.ts'
import { readSettings } from '#server/modules/settings/read-settings.ts'

/** Each tx of an operation is a savepoint; one name is enough, since PostgreSQL nests savepoints. */
const savepoints: Readonly<Record<string, string>> = {
  begin: 'savepoint operation',
  commit: 'release savepoint operation',
  rollback: 'rollback to savepoint operation',
}

export type OneTx = {
  one: Context
  /** Sets the clock and `tally_now()` to that time, until the next call. */
  moveTo: (time: Date) => Promise<Context>
}

/**
 * Runs operations in one tx on a separate connection: a crash leaves nothing. Their events are published after the
 * commit. They see each other through `db` and `settings`; code that uses the pool sees none of it.
 */
export async function inOneTx<Result>(ctx: Context, work: (tx: OneTx) => Promise<Result>): Promise<Result> {
  const { connectionString } = ctx.pool.options
  if (connectionString === undefined) throw new Error('the pool was made without a connection string')
  const client = makeClient(connectionString, 'tally-and-reach demo')
  client.on('error', () => undefined)
  const published: AppEvent[] = []
  try {
    await client.connect()
    await client.query('begin')
    const db = overClient(client, savepoints)
    const one: Context = {
      ...ctx,
      db,
      settings: { read: () => readSettings(db, ctx.log) },
      events: { ...ctx.events, publish: (event) => void published.push(event) },
    }
    const result = await work({ one, moveTo: (time) => moveTo({ client, one }, time) })
    await client.query('commit')
    for (const event of published) ctx.events.publish(event)
    return result
  } finally {
    await endClient(client)
  }
}

async function moveTo({ client, one }: { client: Client; one: Context }, time: Date): Promise<Context> {
  await client.query("select set_config('tally.now', $1, true)", [time.toISOString()])
  return { ...one, clock: () => time }
}
