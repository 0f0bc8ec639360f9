import { sql } from 'kysely'

import type { Context } from '#server/context.ts'

/** Open tickets in which the customer wrote last. Counts along their partial index and stops at `max`. */
export async function countWaitingTickets({ db }: Pick<Context, 'db'>, max: number): Promise<number> {
  const waiting = db
    .selectFrom('tickets')
    .select('id')
    .where('status', '=', 'open')
    .where('last_sender', '=', 'user')
    .orderBy('id')
    .limit(max)
  const { count } = await db
    .selectFrom(waiting.as('counted'))
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}
