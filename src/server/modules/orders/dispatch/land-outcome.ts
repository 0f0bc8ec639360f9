import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'

import type { OrderEvidence } from '#contract/orders/order-evidence.ts'
import type { Context } from '#server/context.ts'
import { workThrough } from '#server/lib/queue/loop.ts'
import { type Publish, transact, type Tx } from '#server/lib/postgres/transact.ts'
import type { AddExchange, AddOutcome } from '#server/integrations/panels/panel.ts'
import { changeIncident } from '#server/modules/orders/state/incidents.ts'
import { startPolling } from '#server/modules/orders/state/poll-queue-queries.ts'
import { moveOrder } from '#server/modules/orders/state/move-order.ts'
import {
  type AttemptKey,
  closeAttempt,
  findNewestAttempt,
  isOpen,
  keyOf,
  type LockedOrder,
  lockOrder,
  setDispatch,
  setReview,
  updateOrder,
} from '#server/modules/orders/state/order-queries.ts'
import {
  awaitLateReply,
  enqueue,
  findNextSupply,
  leaveQueue,
  leaveUnsent,
  requeue,
} from '#server/modules/orders/state/queue-queries.ts'
import { replaceOpenReview } from '#server/modules/orders/state/review-queries.ts'

import {
  isAbsent,
  isNamed,
  listSavedOutcomes,
  readSavedOutcome,
  saveOutcomeSoon,
  setAside,
} from './save-outcome.ts'
import { addEvidence } from './gather-evidence.ts'

const RETRY_MS_FIRST = 400
const RETRY_MS_MAX = 15_000

/** Delay after acceptance, so that the first status poll comes within 2 s (api.md, "Starting it"). */
const FIRST_POLL_SECONDS = 1

/** An unknown outcome waits this long for a late response; then it goes to review. */
export const UNKNOWN_SECONDS = 90

/**
 * Stores an outcome, retrying for as long as the database is down: the response of an `add` comes only once. An
 * outcome with an order id is also saved to a file in DATA_DIR in case the process ends before. Throws when
 * `signal` is aborted and it still cannot be stored: then the lease decides, or the file.
 */
export async function landUntilWritten(
  ctx: Context,
  {
    attempt,
    outcome,
    exchange,
    signal,
  }: {
    attempt: AttemptKey
    outcome: AddOutcome
    exchange?: AddExchange | undefined
    signal: AbortSignal
  },
): Promise<void> {
  const file = isNamed(outcome) ? saveOutcomeSoon(ctx, attempt, outcome) : undefined
  for (let waitMs = RETRY_MS_FIRST; ; waitMs = Math.min(waitMs * 2, RETRY_MS_MAX)) {
    try {
      await landOutcome(ctx, attempt, outcome, exchange)
      return await file?.remove()
    } catch (error) {
      ctx.log.error({ err: error, order: attempt.order_id, outcome }, 'an outcome could not be written')
      await file?.save()
      if (signal.aborted) throw error
      await sleep(waitMs, undefined, { signal, ref: false }).catch(() => undefined)
    }
  }
}

/**
 * Writes the outcome of one attempt, fenced by its token (field notes 2). A late reply to an attempt considered unknown
 * is still applied, unless it was resolved in another way meanwhile; then it goes to review.
 */
export async function landOutcome(
  ctx: Context,
  attempt: AttemptKey,
  outcome: AddOutcome,
  exchange?: AddExchange,
): Promise<void> {
  await transact(ctx, async (tx, publish) => {
    const order = await lockOrder(tx, { userId: attempt.user_id, id: attempt.order_id })
    if (order === undefined) throw new Error(`order ${attempt.order_id} is gone`)
    if (exchange !== undefined) await storeExchange(tx, attempt, exchange)
    if (!(await isOpen(tx, attempt))) {
      const note = (await hasAttempt(tx, attempt)) ? noteOtherId : noteLostAttempt
      return note(ctx, tx, { order, attempt, outcome })
    }
    if (outcome.kind === 'accepted')
      return landAccepted(ctx, tx, publish, { order, attempt, id: outcome.order })
    const sentence = outcome.kind === 'unknown' ? (outcome.sentence ?? null) : null
    const { fault } = outcome
    await closeAttempt(tx, attempt, { state: outcome.kind, fault, refusalText: sentence })
    const isAwaited = order.attempts === attempt.number && order.status === 'PENDING'
    if (!isAwaited || !['sending', 'unknown', 'review'].includes(order.dispatch)) return
    if (outcome.kind === 'rejected') return landRejected(tx, publish, order)
    if (outcome.kind === 'unknown') {
      if (outcome.order !== undefined)
        await addEvidence(tx, attempt, [
          { code: 'id_with_error', provider_order: outcome.order, told_at: ctx.clock() },
        ])
      if (order.dispatch === 'review') await changeIncident(tx, keyOf(order))
      if (order.dispatch !== 'sending') return
      await setDispatch(tx, order, {
        dispatch: 'unknown',
        review: { code: 'reply_awaited', details: { fault } },
      })
      // The refusal is the response: no other will come.
      return awaitLateReply(tx, order, outcome.sentence === undefined ? UNKNOWN_SECONDS : 0)
    }
    const { attempts } = order
    await requeue(tx, order, outcome.kind === 'refused' ? refusedDelay(attempts) : notSentDelay(attempts))
    return setDispatch(tx, order, {
      dispatch: 'queued',
      review: { code: outcome.kind, details: { fault } },
    })
  })
}

/**
 * The provider accepted the order under `id`. An id that another order holds proves nothing: it is stored as evidence
 * and both go to review. An order that was resolved in another way meanwhile (sent again, refunded) stays so.
 */
async function landAccepted(
  ctx: Context,
  tx: Tx,
  publish: Publish,
  { order, attempt, id }: { order: LockedOrder; attempt: AttemptKey; id: string },
): Promise<void> {
  const answer = { provider_order: id, told_at: ctx.clock() }
  const isAwaited = order.attempts === attempt.number && order.status === 'PENDING'
  const holder = await claimProviderOrder(tx, order, { providerId: attempt.provider_id, id })
  if (holder !== order.id) {
    const details = { provider_order: id, held_by: Number(holder) }
    await closeAttempt(tx, attempt, { state: 'unknown', fault: { code: 'order_id_held', details } })
    await addEvidence(tx, attempt, [{ code: 'id_of_other_order', held_by: Number(holder), ...answer }])
    // No other response will come; the rest of the evidence is gathered at once.
    if (!isAwaited || order.dispatch === 'queued') return
    await setDispatch(tx, order, { dispatch: 'unknown', review: { code: 'id_of_other_order', details } })
    return awaitLateReply(tx, order, 0)
  }
  // After staff chose to send it again, the reply is in time unless the order was claimed for that.
  const isInTime = isAwaited && (order.dispatch !== 'queued' || (await leaveUnsent(tx, keyOf(order))))
  if (!isInTime) {
    const fault = { code: 'accepted_too_late', details: { provider_order: id } } as const
    await closeAttempt(tx, attempt, { state: 'unknown', fault, providerOrder: id })
    await addEvidence(tx, attempt, [{ code: 'accepted_too_late', ...answer }])
    const details = { number: attempt.number, provider_order: id }
    return setReview(tx, order, { code: 'accepted_too_late', details })
  }
  await closeAttempt(tx, attempt, { state: 'accepted', fault: null, providerOrder: id })
  await acceptOrder(tx, publish, order, { providerId: attempt.provider_id, id })
}

/** Staff entered a provider id, and the provider reports another: one of them is wrong. */
async function noteOtherId(
  ctx: Context,
  tx: Tx,
  { order, attempt, outcome }: { order: LockedOrder; attempt: AttemptKey; outcome: AddOutcome },
): Promise<void> {
  if (outcome.kind !== 'accepted') return
  const { order: id } = outcome
  if (!(await isTakenUnderAnother(tx, attempt, id))) return
  await addEvidence(tx, attempt, [{ code: 'accepted_too_late', provider_order: id, told_at: ctx.clock() }])
  const details = { number: attempt.number, provider_order: id }
  await setReview(tx, order, { code: 'accepted_too_late', details })
}

/**
 * The attempt was made after the archive that the database was restored from. The provider's id is shown to staff with the
 * order's newest attempt; an order that is not in review anyway is flagged.
 */
async function noteLostAttempt(
  ctx: Context,
  tx: Tx,
  { order, attempt, outcome }: { order: LockedOrder; attempt: AttemptKey; outcome: AddOutcome },
): Promise<void> {
  if (!isNamed(outcome)) return
  const { order: id } = outcome
  if (order.provider_id === attempt.provider_id && order.provider_order === id) return
  const code = outcome.kind === 'accepted' ? 'accepted_too_late' : 'id_with_error'
  const number = await findNewestAttempt(tx, keyOf(order))
  if (number > 0) {
    const newest = { ...attempt, number }
    if (await isToldOf(tx, newest, { code, id })) return
    await addEvidence(tx, newest, [{ code, provider_order: id, told_at: ctx.clock() }])
    if (order.dispatch === 'unknown' || order.dispatch === 'review') return
  }
  const details = { number: attempt.number, provider_order: id }
  await setReview(tx, order, { code: 'accepted_too_late', details })
}

/** Whether the attempt already has this id as evidence. */
async function isToldOf(
  tx: Tx,
  { user_id, order_id, number }: AttemptKey,
  { code, id }: { code: OrderEvidence['code']; id: string },
): Promise<boolean> {
  const { rows } = await sql`
select from order_attempts
where user_id = ${user_id} and order_id = ${order_id} and number = ${number}
  and evidence @> jsonb_build_array(jsonb_build_object('code', ${code}::text, 'provider_order', ${id}::text))`.execute(
    tx,
  )
  return rows.length > 0
}

async function hasAttempt(tx: Tx, { user_id, order_id, token }: AttemptKey): Promise<boolean> {
  const row = await tx
    .selectFrom('order_attempts')
    .select('number')
    .where('user_id', '=', user_id)
    .where('order_id', '=', order_id)
    .where('token', '=', token)
    .executeTakeFirst()
  return row !== undefined
}

/** Claims a provider's order id for an order. Returns the order that holds it, which may be another one. */
export async function claimProviderOrder(
  tx: Tx,
  { user_id, id: orderId }: Pick<LockedOrder, 'user_id' | 'id'>,
  { providerId, id }: { providerId: number; id: string },
): Promise<bigint> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('provider_orders')
    .values({ provider_id: providerId, provider_order: id, user_id, order_id: orderId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 1n) return orderId
  const holder = await tx
    .selectFrom('provider_orders')
    .select('order_id')
    .where('provider_id', '=', providerId)
    .where('provider_order', '=', id)
    .executeTakeFirstOrThrow()
  return holder.order_id
}

/** Whether the attempt was accepted under another provider id, and this id is not recorded as evidence yet. */
async function isTakenUnderAnother(
  tx: Tx,
  { user_id, order_id, number, token }: AttemptKey,
  id: string,
): Promise<boolean> {
  const { rows } = await sql`
select from order_attempts
where user_id = ${user_id} and order_id = ${order_id} and number = ${number} and token = ${token}
  and state = 'accepted' and provider_order <> ${id}
  and not evidence @> jsonb_build_array(jsonb_build_object('code', 'accepted_too_late', 'provider_order', ${id}::text))`.execute(
    tx,
  )
  return rows.length > 0
}

/** Marks the order as accepted and schedules its first status poll. Its id must be claimed already. */
export async function acceptOrder(
  tx: Tx,
  publish: Publish,
  order: Pick<LockedOrder, 'user_id' | 'id'>,
  { providerId, id }: { providerId: number; id: string },
): Promise<void> {
  const key = { userId: order.user_id, id: order.id }
  await leaveQueue(tx, key)
  await updateOrder(tx, key, {
    dispatch: 'accepted',
    provider_id: providerId,
    provider_order: id,
    ...replaceOpenReview(null),
    updated_at: sql<Date>`tally_now()`,
  })
  await startPolling(tx, key, { providerId, ref: id, seconds: FIRST_POLL_SECONDS })
  publish({ topic: 'order', userId: order.user_id, id: Number(order.id) })
}

/** Queues the order for its next supply; without one, refunds it. */
async function landRejected(tx: Tx, publish: Publish, order: LockedOrder): Promise<void> {
  const next = await findNextSupply(tx, keyOf(order))
  if (next !== undefined) {
    await setDispatch(tx, order, { dispatch: 'queued' })
    await enqueue(tx, order, next)
    return publish({ topic: 'dispatch', providerId: next.provider_id })
  }
  await moveOrder(tx, publish, {
    ...keyOf(order),
    from: ['PENDING'],
    to: 'FAILED',
    set: { dispatch: 'rejected' },
    refund: { of: 'left' },
  })
}

/** The refusal is about our account, so staff must act: 15 s, doubling to 15 min. */
function refusedDelay(attempts: number): number {
  return Math.min(15 * 2 ** Math.min(attempts - 1, 10), 900)
}

/** The connection failed: 2 s, doubling to 5 min. */
function notSentDelay(attempts: number): number {
  return Math.min(2 * 2 ** Math.min(attempts - 1, 10), 300)
}

/**
 * Stores the outcomes saved by processes that have ended. Each has its token: storing it twice changes nothing. One
 * that fails stays for the next round and blocks no other; the round fails, so that staff are alerted.
 */
export async function landStoredOutcomes(ctx: Context): Promise<false> {
  await workThrough({ items: await listSavedOutcomes(ctx), atOnce: 1, work: (path) => landSaved(ctx, path) })
  return false
}

async function landSaved(ctx: Context, path: string): Promise<void> {
  try {
    const { outcome, ...attempt } = await readSavedOutcome(path)
    if (!(await hasOrder(ctx, attempt))) {
      // Placed after the archive that the database was restored from.
      ctx.log.error(
        { order: attempt.order_id, outcome, path },
        'a stored outcome is of an order that is gone',
      )
      return await setAside(ctx, path)
    }
    await landOutcome(ctx, attempt, outcome)
    await rm(path, { force: true })
    ctx.log.info({ order: attempt.order_id, outcome }, 'a stored outcome has landed')
  } catch (error) {
    // Stored and removed meanwhile by the process that saved it.
    if (isAbsent(error)) return
    ctx.log.error({ err: error, path }, 'a stored outcome could not be landed')
    throw error
  }
}

async function hasOrder({ db }: Context, { user_id, order_id }: AttemptKey): Promise<boolean> {
  const row = await db
    .selectFrom('orders')
    .select('id')
    .where('user_id', '=', user_id)
    .where('id', '=', order_id)
    .executeTakeFirst()
  return row !== undefined
}

/** Stores request and response of an attempt, regardless of later decisions. Storing it again changes nothing. */
async function storeExchange(
  tx: Tx,
  { user_id, order_id, number }: Pick<AttemptKey, 'user_id' | 'order_id' | 'number'>,
  { request, answer }: AddExchange,
): Promise<void> {
  await tx
    .insertInto('attempt_exchanges')
    .values({ user_id, order_id, number, request, status: answer?.status, answer: answer?.body })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
