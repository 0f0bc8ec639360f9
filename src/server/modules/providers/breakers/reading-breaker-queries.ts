import { type Kysely, sql } from 'kysely'

import type { DB } from '#server/lib/postgres/tables.ts'

/** Before anything went wrong. */
export const closedReadingBreaker = {
  reading_failures: 0,
  reading_failed_at: null,
  reading_paused_until: null,
  reading_error: null,
} as const

export type ReadFailure = {
  providerId: number
  /** As it is stored. */
  fault: string
  /** How long the call took that failed. */
  seconds: number
  /** It was to find out whether a pause may end. */
  isProbe: boolean
  allowed: number
  pauseSecondsFirst: number
  pauseSecondsMax: number
}

/**
 * One more in a row, unless the call began before the last one was counted: what breaks at once is one failure. From
 * `allowed` on a pause, twice as long each time; in a pause only the probe at its end counts.
 */
export async function countReadFailure(db: Kysely<DB>, failure: ReadFailure): Promise<void> {
  const { providerId, fault, seconds, isProbe, allowed, pauseSecondsFirst, pauseSecondsMax } = failure
  const exponent = sql`least(reading_failures + 1 - ${allowed}::int, 10)`
  await sql`
update providers set reading_failures = reading_failures + 1, reading_failed_at = now(), reading_error = ${fault}::jsonb,
  reading_paused_until = case when reading_failures + 1 >= ${allowed}::int
    then now() + least(${pauseSecondsFirst}::int * power(2, ${exponent}), ${pauseSecondsMax}::int) * interval '1 second' end
where id = ${providerId}
  and (reading_paused_until is null or ${isProbe}::boolean and reading_paused_until <= now())
  and (reading_failed_at is null or reading_failed_at < now() - make_interval(secs => ${seconds}))`.execute(
    db,
  )
}

/** It answers, and we do not like what: for staff, no failure. */
export async function noteReadRefusal(db: Kysely<DB>, providerId: number, fault: string): Promise<void> {
  await db
    .updateTable('providers')
    .set({ reading_error: fault })
    .where('id', '=', providerId)
    .where('reading_error', 'is distinct from', sql`${fault}::jsonb`)
    .execute()
}

/** The row of failures is over; a pause is not. Writes only where there was one. */
export async function clearReadFailures(db: Kysely<DB>, providerId: number): Promise<void> {
  await db
    .updateTable('providers')
    .set({ reading_failures: 0, reading_error: null })
    .where('id', '=', providerId)
    .where('reading_paused_until', 'is', null)
    .where((is) => is.or([is('reading_failures', '>', 0), is('reading_error', 'is not', null)]))
    .execute()
}

/** Answers whether there was one. */
export async function endReadingPause(db: Kysely<DB>, providerId: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('providers')
    .set({ reading_failures: 0, reading_paused_until: null })
    .where('id', '=', providerId)
    .where('reading_paused_until', 'is not', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** It tells us something again, so it knows our key and address; whether our funds suffice only an order shows. */
export async function endReadRefusal(db: Kysely<DB>, providerId: number): Promise<void> {
  await db
    .updateTable('providers')
    .set({ refuses_us: null, refuses_since: null })
    .where('id', '=', providerId)
    .where('refuses_us', 'in', ['key', 'address'])
    .execute()
}
