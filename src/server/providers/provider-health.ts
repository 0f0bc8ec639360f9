import { sql } from 'kysely'

import type { Context } from '#server/context.ts'

/** That many failures in a row open the circuit. */
const FAILURES_ALLOWED = 3
const PAUSE_SECONDS_FIRST = 15
const PAUSE_SECONDS_MAX = 900

/** It answered: the row of failures is over. Writes only when there was one. */
export async function noteProviderSuccess(ctx: Context, providerId: number): Promise<void> {
  await ctx.db
    .updateTable('providers')
    .set({ consecutive_failures: 0, paused_until: null, last_error: null })
    .where('id', '=', providerId)
    .where('consecutive_failures', '>', 0)
    .execute()
}

/**
 * It could not be reached or answered nonsense. From the third time in a row it is left alone for 15 s, then twice
 * as long each time, up to 15 min; after a pause one failure more is enough for the next.
 */
export async function noteProviderFailure(ctx: Context, providerId: number, error: string): Promise<void> {
  const exponent = sql`least(consecutive_failures + 1 - ${FAILURES_ALLOWED}::int, 10)`
  await ctx.db
    .updateTable('providers')
    .set({
      consecutive_failures: sql<number>`consecutive_failures + 1`,
      last_error: error.slice(0, 500).toWellFormed(),
      paused_until: sql<Date | null>`case when consecutive_failures + 1 >= ${FAILURES_ALLOWED}::int
        then ${ctx.clock()}::timestamptz
          + least(${PAUSE_SECONDS_FIRST}::int * power(2, ${exponent}), ${PAUSE_SECONDS_MAX}::int) * interval '1 second'
        else paused_until end`,
    })
    .where('id', '=', providerId)
    .execute()
}
