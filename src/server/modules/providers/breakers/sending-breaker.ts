import { type Kysely, sql } from 'kysely'

import { AppError } from '#contract/base/errors.ts'
import type { Fault } from '#contract/base/faults.ts'
import type { Context } from '#server/context.ts'
import { toStoredFault } from '#server/lib/queue/stored-fault.ts'
import { panel } from '#server/integrations/panels/panel-client.ts'
import type { Refusal } from '#server/integrations/panels/panel.ts'
import { getProviderAccount } from '#server/modules/providers/accounts/provider-account.ts'
import { withProviderSlot } from '#server/modules/providers/pacing/provider-slots.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { clockOnce, nowOnce, nowPlus } from '#server/lib/postgres/times-in-changes.ts'

/** After the third consecutive failure sending pauses for 5 s, doubled each time, up to a minute. */
const pause = { pauseSecondsFirst: 5, pauseSecondsMax: 60 }
/** This many unknown outcomes without an accepted order in between stop sending until staff resume it. */
const UNKNOWNS_MAX = 5
/** Longer than a balance call takes. */
const PROBE_SECONDS = 60

/** What sending an order showed about the provider. */
export type SendingReport =
  | { kind: 'accepted' | 'answered' }
  | { kind: 'refused'; about: Refusal }
  | { kind: 'unknown' | 'not_reached'; fault: Fault; begunMs: number }

/**
 * An unknown outcome costs staff time and possibly money. So failures narrow the send window
 * (modules/orders/dispatch/make-send-window.ts), three in a row pause sending, and five lost responses stop it: an
 * hour's outage leaves no more unknown orders than concurrent calls plus five. Occasional lost responses pause nothing.
 * Any response, including a refusal with an unknown text, is not a failure; only a balance call ends a pause, never an
 * order.
 */
export async function recordSending(ctx: Context, providerId: number, report: SendingReport): Promise<void> {
  if (report.kind === 'refused') await recordRefusal(ctx, providerId, report.about)
  if (!('fault' in report))
    return clearSendingFailures(ctx.db, providerId, { isAccepted: report.kind === 'accepted' })
  await countSendingFailure(ctx.db, {
    providerId,
    fault: toStoredFault(report.fault),
    isUnknown: report.kind === 'unknown',
    begunMs: report.begunMs,
    unknownsMax: UNKNOWNS_MAX,
    ...pause,
  })
}

/**
 * Staff are notified until the provider accepts an order again; other refusals (call rate, link in use) are not
 * about our account.
 */
async function recordRefusal(ctx: Context, providerId: number, about: Refusal): Promise<void> {
  if (about === 'funds' || about === 'key' || about === 'address')
    await setRefusesUs(ctx.db, providerId, about)
}

/**
 * Many customers got the same refusal with an unknown text: pauses sending for a minute, then longer each time, up to ten.
 */
export async function backOffSending(ctx: Context, providerId: number, fault: Fault): Promise<void> {
  const pauses = { pauseSecondsFirst: 60, pauseSecondsMax: 600 }
  await startSendingPause(ctx.db, { providerId, fault: toStoredFault(fault), ...pauses })
}

/** When a pause has expired, a balance call ends or prolongs it. One process probes at a time. */
export async function probeSending(ctx: Context, providerId: number): Promise<void> {
  if (!(await claimProbe(ctx.db, providerId, PROBE_SECONDS))) return
  const fault = await findFault(ctx, providerId)
  if (fault === undefined) await endSendingPause(ctx.db, providerId)
  else await prolongSendingPause(ctx.db, { providerId, fault: toStoredFault(fault), ...pause })
}

async function findFault(ctx: Context, providerId: number): Promise<Fault | undefined> {
  try {
    const account = await getProviderAccount(ctx, providerId)
    const answer = await withProviderSlot(ctx, providerId, () => panel.balance(account))
    return answer.ok ? undefined : answer.fault
  } catch (error) {
    const fault = error instanceof AppError ? toOwnFault(error) : undefined
    if (fault === undefined) throw error
    return fault
  }
}

/** No call was made: there is no key, or too many calls are waiting. */
export function toOwnFault({
  code,
  details,
}: AppError):
  | { code: 'many_waiting' | 'key_unreadable' | 'no_key'; details: Record<never, never> }
  | undefined {
  if (code === 'unavailable') return { code: 'many_waiting', details: {} }
  if (code !== 'state_conflict' || !('reason' in details)) return undefined
  const isUnreadable = details.reason === 'key_unreadable'
  return { code: isUnreadable ? 'key_unreadable' : 'no_key', details: {} }
}

/** The state without failures. */
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

type SendingFailure = {
  providerId: number
  /** As stored. */
  fault: string
  isUnknown: boolean
  /** How long ago the send started. */
  begunMs: number
  pauseSecondsFirst: number
  pauseSecondsMax: number
  unknownsMax: number
}

type Pause = Omit<SendingFailure, 'isUnknown' | 'begunMs' | 'unknownsMax'>

/** Ignores a failure that started before the last counted one, or during a pause: it adds nothing new. */
async function countSendingFailure(db: Kysely<DB>, failure: SendingFailure): Promise<void> {
  const { providerId, fault, isUnknown, begunMs, pauseSecondsFirst, pauseSecondsMax, unknownsMax } = failure
  const unknowns = isUnknown ? 1 : 0
  await sql`
update providers set
  sending_failures = sending_failures + 1, sending_failed_at = ${clockOnce}, sending_error = ${fault}::jsonb,
  sending_unknowns = sending_unknowns + ${unknowns}::int,
  sending_stopped_at = case when sending_unknowns + ${unknowns}::int >= ${unknownsMax}::int
    then coalesce(sending_stopped_at, ${nowOnce}) else sending_stopped_at end,
  sending_paused_until = case when sending_failures >= 2 then ${nowPlus(sql`make_interval(
    secs => least(${pauseSecondsFirst}::int * power(2, least(sending_failures - 2, 10)), ${pauseSecondsMax}::int))`)} end
where id = ${providerId} and sending_paused_until is null and (sending_failed_at is null
  or sending_failed_at < ${clockOnce} - make_interval(secs => ${begunMs / 1000}::float8))`.execute(db)
}

/**
 * Resets the failure count after a response. A pause or stop remains: orders do not end them. Writes only when
 * there were failures.
 */
async function clearSendingFailures(
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

/** Stores why the provider refuses our account. Writes only changes. */
export async function setRefusesUs(
  db: Kysely<DB>,
  providerId: number,
  about: 'funds' | 'key' | 'address',
): Promise<void> {
  await sql`
update providers set refuses_us = ${about}, refuses_since = now()
where id = ${providerId} and refuses_us is distinct from ${about}`.execute(db)
}

/** Starts a pause unless there is one, each twice as long as the one before until an order is accepted. */
async function startSendingPause(
  db: Kysely<DB>,
  { providerId, fault, pauseSecondsFirst, pauseSecondsMax }: Pause,
): Promise<void> {
  await sql`
update providers set sending_failures = sending_failures + 1, sending_failed_at = ${clockOnce},
  sending_error = ${fault}::jsonb, sending_paused_until = ${nowPlus(sql`make_interval(
    secs => least(${pauseSecondsFirst}::int * power(2, least(sending_failures, 10)), ${pauseSecondsMax}::int))`)}
where id = ${providerId} and sending_paused_until is null and sending_stopped_at is null`.execute(db)
}

/** Claims the right to probe for one process and `seconds`. */
async function claimProbe(db: Kysely<DB>, providerId: number, seconds: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
update providers set sending_paused_until = now() + make_interval(secs => ${seconds})
where id = ${providerId} and is_enabled and sending_paused_until <= now() and sending_stopped_at is null`.execute(
    db,
  )
  return numAffectedRows === 1n
}

async function endSendingPause(db: Kysely<DB>, providerId: number): Promise<void> {
  await db.updateTable('providers').set({ sending_paused_until: null }).where('id', '=', providerId).execute()
}

/** Twice as long as the last pause. */
async function prolongSendingPause(
  db: Kysely<DB>,
  { providerId, fault, pauseSecondsFirst, pauseSecondsMax }: Pause,
): Promise<void> {
  await sql`
update providers set sending_failures = sending_failures + 1, sending_error = ${fault}::jsonb,
  sending_paused_until = ${nowPlus(sql`make_interval(
    secs => least(${pauseSecondsFirst}::int * power(2, least(greatest(sending_failures - 2, 0), 10)), ${pauseSecondsMax}::int))`)}
where id = ${providerId} and sending_paused_until is not null`.execute(db)
}
