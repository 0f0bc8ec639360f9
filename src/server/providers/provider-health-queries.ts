import { type Kysely, sql } from 'kysely'

import type { DB } from '#server/database/tables.ts'

export async function clearFailures(db: Kysely<DB>, providerId: number): Promise<void> {
  await db
    .updateTable('providers')
    .set({ consecutive_failures: 0, paused_until: null, last_error: null })
    .where('id', '=', providerId)
    .where('consecutive_failures', '>', 0)
    .execute()
}

export type ProviderFailure = {
  providerId: number
  error: string
  now: Date
  allowed: number
  pauseSecondsFirst: number
  pauseSecondsMax: number
}

/** One more in a row; from `allowed` on a pause, twice as long each time. What fails in a pause was begun before it. */
export async function countFailure(db: Kysely<DB>, failure: ProviderFailure): Promise<void> {
  const { providerId, error, now, allowed, pauseSecondsFirst, pauseSecondsMax } = failure
  const exponent = sql`least(consecutive_failures + 1 - ${allowed}::int, 10)`
  await db
    .updateTable('providers')
    .set({
      consecutive_failures: sql<number>`consecutive_failures + 1`,
      last_error: error,
      paused_until: sql<Date | null>`case when consecutive_failures + 1 >= ${allowed}::int
        then ${now}::timestamptz
          + least(${pauseSecondsFirst}::int * power(2, ${exponent}), ${pauseSecondsMax}::int) * interval '1 second'
        else paused_until end`,
    })
    .where('id', '=', providerId)
    .where((row) => row.or([row('paused_until', 'is', null), row('paused_until', '<=', now)]))
    .execute()
}
