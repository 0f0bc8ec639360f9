import { type Kysely, sql } from 'kysely'

import type { Context } from '#server/context.ts'
import { toStoredFault } from '#server/lib/queue/stored-fault.ts'
import type { PanelAnswer } from '#server/integrations/panels/panel.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { clockOnce, nowPlus } from '#server/lib/postgres/times-in-changes.ts'

import { setRefusesUs } from './sending-breaker.ts'

/** Consecutive failures, each started after the one before, that pause reading. */
const FAILURES_ALLOWED = 3
const PAUSE_SECONDS_FIRST = 5
const PAUSE_SECONDS_MAX = 60

export type Read = {
  answer: PanelAnswer<unknown>
  seconds: number
  /** A balance call, which is cheap and sufficient: only this call ends a pause. */
  isProbe: boolean
}

/**
 * Records the result of a read-only call. A provider that is unreachable or answers nonsense is paused for 5 s, doubled
 * each time, up to a minute. One that answers with a protocol error is reachable.
 */
export async function recordRead(
  ctx: Context,
  providerId: number,
  { answer, seconds, isProbe }: Read,
): Promise<void> {
  const fault = answer.ok ? undefined : toStoredFault(answer.fault)
  if (fault !== undefined && !answer.ok && answer.isDown)
    return countReadFailure(ctx.db, {
      providerId,
      fault,
      seconds,
      isProbe,
      allowed: FAILURES_ALLOWED,
      pauseSecondsFirst: PAUSE_SECONDS_FIRST,
      pauseSecondsMax: PAUSE_SECONDS_MAX,
    })
  if (isProbe && (await endReadingPause(ctx.db, providerId)))
    ctx.events.publish({ topic: 'check', providerId })
  if (fault === undefined) {
    await clearReadFailures(ctx.db, providerId)
    return endReadRefusal(ctx.db, providerId)
  }
  await storeReadRefusal(ctx.db, providerId, fault)
  const about = answer.ok ? undefined : answer.about
  if (about === 'key' || about === 'address') await setRefusesUs(ctx.db, providerId, about)
}

/** The state without failures. */
export const closedReadingBreaker = {
  reading_failures: 0,
  reading_failed_at: null,
  reading_paused_until: null,
  reading_error: null,
} as const

type ReadFailure = {
  providerId: number
  /** As stored. */
  fault: string
  /** How long the failed call took. */
  seconds: number
  /** It tested whether a pause may end. */
  isProbe: boolean
  allowed: number
  pauseSecondsFirst: number
  pauseSecondsMax: number
}

/**
 * Counts one more consecutive failure, unless the call started before the last one was counted: concurrent failures
 * count once. From `allowed` on, reading pauses, doubled each time; during a pause only the probe at its end counts.
 */
async function countReadFailure(db: Kysely<DB>, failure: ReadFailure): Promise<void> {
  const { providerId, fault, seconds, isProbe, allowed, pauseSecondsFirst, pauseSecondsMax } = failure
  const exponent = sql`least(reading_failures + 1 - ${allowed}::int, 10)`
  await sql`
update providers set reading_failures = reading_failures + 1, reading_failed_at = ${clockOnce}, reading_error = ${fault}::jsonb,
  reading_paused_until = case when reading_failures + 1 >= ${allowed}::int
    then ${nowPlus(sql`least(${pauseSecondsFirst}::int * power(2, ${exponent}), ${pauseSecondsMax}::int) * interval '1 second'`)} end
where id = ${providerId}
  and (reading_paused_until is null or ${isProbe}::boolean and reading_paused_until <= now())
  and (reading_failed_at is null or reading_failed_at < now() - make_interval(secs => ${seconds}))`.execute(
    db,
  )
}

/** Stores a protocol error for staff; it is not a failure. */
async function storeReadRefusal(db: Kysely<DB>, providerId: number, fault: string): Promise<void> {
  await db
    .updateTable('providers')
    .set({ reading_error: fault })
    .where('id', '=', providerId)
    .where('reading_error', 'is distinct from', sql`${fault}::jsonb`)
    .execute()
}

/** Resets the failure count but not a pause. Writes only when there were failures. */
async function clearReadFailures(db: Kysely<DB>, providerId: number): Promise<void> {
  await db
    .updateTable('providers')
    .set({ reading_failures: 0, reading_error: null })
    .where('id', '=', providerId)
    .where('reading_paused_until', 'is', null)
    .where((is) => is.or([is('reading_failures', '>', 0), is('reading_error', 'is not', null)]))
    .execute()
}

/** Returns whether there was a pause. */
async function endReadingPause(db: Kysely<DB>, providerId: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('providers')
    .set({ reading_failures: 0, reading_paused_until: null })
    .where('id', '=', providerId)
    .where('reading_paused_until', 'is not', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** A successful read proves key and address; only an order proves the funds. */
async function endReadRefusal(db: Kysely<DB>, providerId: number): Promise<void> {
  await db
    .updateTable('providers')
    .set({ refuses_us: null, refuses_since: null })
    .where('id', '=', providerId)
    .where('refuses_us', 'in', ['key', 'address'])
    .execute()
}
