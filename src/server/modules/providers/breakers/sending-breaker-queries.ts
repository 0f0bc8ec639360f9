import { type Kysely, sql } from 'kysely'

import type { DB } from '#server/lib/postgres/tables.ts'

/** Before anything went wrong. */
export const closedSendingBreaker = {
  sending_failures: 0,
  sending_failed_at: null,
  sending_paused_until: null,
  sending_error: null,
  sending_unknowns: 0,
  sending_stopped_at: null,
  sending_stopped_by: null,
  refuses_us: null,
  refuses_since: null,
} as const

export type SendingFailure = {
  providerId: number
  /** As it is stored. */
  fault: string
  isUnknown: boolean
  /** How long ago it was begun. */
  begunMs: number
  pauseSecondsFirst: number
  pauseSecondsMax: number
  unknownsMax: number
}

type Pause = Omit<SendingFailure, 'isUnknown' | 'begunMs' | 'unknownsMax'>

/** Not one that was begun before the last that counts, or in a pause: it tells nothing new. */
export async function countSendingFailure(db: Kysely<DB>, failure: SendingFailure): Promise<void> {
  const { providerId, fault, isUnknown, begunMs, pauseSecondsFirst, pauseSecondsMax, unknownsMax } = failure
  const unknowns = isUnknown ? 1 : 0
  await sql`
update providers set
  sending_failures = sending_failures + 1, sending_failed_at = clock_timestamp(), sending_error = ${fault}::jsonb,
  sending_unknowns = sending_unknowns + ${unknowns}::int,
  sending_stopped_at = case when sending_unknowns + ${unknowns}::int >= ${unknownsMax}::int
    then coalesce(sending_stopped_at, now()) else sending_stopped_at end,
  sending_paused_until = case when sending_failures >= 2 then now() + make_interval(
    secs => least(${pauseSecondsFirst}::int * power(2, least(sending_failures - 2, 10)), ${pauseSecondsMax}::int)) end
where id = ${providerId} and sending_paused_until is null
  and coalesce(sending_failed_at < clock_timestamp() - make_interval(secs => ${begunMs / 1000}::float8), true)`.execute(
    db,
  )
}

/** It answered. What is paused or stopped stays so: neither is an order's to end. Writes only where there was trouble. */
export async function clearSendingFailures(
  db: Kysely<DB>,
  providerId: number,
  { isAccepted }: { isAccepted: boolean },
): Promise<void> {
  await sql`
update providers set
  sending_failures = case when sending_paused_until is null then 0 else sending_failures end,
  sending_error = case when sending_paused_until is null and sending_stopped_at is null then null else sending_error end,
  sending_unknowns = case when ${isAccepted} and sending_stopped_at is null then 0 else sending_unknowns end,
  refuses_us = case when ${isAccepted} then null else refuses_us end,
  refuses_since = case when ${isAccepted} then null else refuses_since end
where id = ${providerId}
  and (sending_failures > 0 or ${isAccepted} and (sending_unknowns > 0 or refuses_us is not null))`.execute(
    db,
  )
}

/** Since the first of them; what it refuses us for may change. Writes only what is new. */
export async function setRefusesUs(
  db: Kysely<DB>,
  providerId: number,
  about: 'funds' | 'key' | 'address',
): Promise<void> {
  await sql`
update providers set refuses_us = ${about}, refuses_since = now()
where id = ${providerId} and refuses_us is distinct from ${about}`.execute(db)
}

/** Where none is under way, each twice as long as the one before until an order is taken. */
export async function startSendingPause(
  db: Kysely<DB>,
  { providerId, fault, pauseSecondsFirst, pauseSecondsMax }: Pause,
): Promise<void> {
  await sql`
update providers set sending_failures = sending_failures + 1, sending_failed_at = clock_timestamp(),
  sending_error = ${fault}::jsonb, sending_paused_until = now() + make_interval(
    secs => least(${pauseSecondsFirst}::int * power(2, least(sending_failures, 10)), ${pauseSecondsMax}::int))
where id = ${providerId} and sending_paused_until is null and sending_stopped_at is null`.execute(db)
}

/** The right to ask there whether the pause may end, for one process and that long. */
export async function claimProbe(db: Kysely<DB>, providerId: number, seconds: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
update providers set sending_paused_until = now() + make_interval(secs => ${seconds})
where id = ${providerId} and is_enabled and sending_paused_until <= now() and sending_stopped_at is null`.execute(
    db,
  )
  return numAffectedRows === 1n
}

export async function endSendingPause(db: Kysely<DB>, providerId: number): Promise<void> {
  await db.updateTable('providers').set({ sending_paused_until: null }).where('id', '=', providerId).execute()
}

/** Twice as long as the last time. */
export async function prolongSendingPause(
  db: Kysely<DB>,
  { providerId, fault, pauseSecondsFirst, pauseSecondsMax }: Pause,
): Promise<void> {
  await sql`
update providers set sending_failures = sending_failures + 1, sending_error = ${fault}::jsonb,
  sending_paused_until = now() + make_interval(
    secs => least(${pauseSecondsFirst}::int * power(2, least(greatest(sending_failures - 2, 0), 10)), ${pauseSecondsMax}::int))
where id = ${providerId} and sending_paused_until is not null`.execute(db)
}
