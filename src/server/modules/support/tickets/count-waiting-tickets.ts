import { type Kysely, sql } from 'kysely'

import type { Context } from '#server/context.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

/** How many open tickets wait for an answer of staff, counted up to `max`. */
export async function countTicketsForAttention({ db }: Pick<Context, 'db'>, max: number): Promise<number> {
  return countWaitingRows(db, max)
}

/** By the partial index of those that wait, and no more than `max` of it. */
async function countWaitingRows(db: Kysely<DB>, max: number): Promise<number> {
  const some = db
    .selectFrom('tickets')
    .select('id')
    .where('status', '=', 'open')
    .where('last_sender', '=', 'user')
    .orderBy('id')
    .limit(max)
  const { count } = await db
    .selectFrom(some.as('counted'))
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}
