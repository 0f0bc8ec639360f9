import type { Context } from '#server/context.ts'

import { countWaitingRows } from './any-ticket-queries.ts'

/** How many open tickets wait for an answer of staff, counted up to `max`. */
export async function countTicketsForAttention({ db }: Pick<Context, 'db'>, max: number): Promise<number> {
  return countWaitingRows(db, max)
}
