import { AppError, type DetailsOf } from '#contract/base/errors.ts'
import type { Money } from '#contract/base/money.ts'
import type { ExpectedState } from '#contract/orders/order-actions.ts'
import type { StaffDecision } from '#contract/orders/order-events.ts'
import { isOrderReviewCode, notedReviewCodes } from '#contract/orders/order-review.ts'
import type { Context } from '#server/context.ts'
import type { Publish, Tx } from '#server/lib/postgres/transact.ts'
import { type By, type RecordAction, transactAsStaff } from '#server/modules/audit-log/transact-as-staff.ts'

import { claimProviderOrder } from '#server/modules/orders/dispatch/dispatch-queries.ts'
import { acceptOrder } from '#server/modules/orders/dispatch/land-outcome.ts'
import { requireExpectedState } from '#server/modules/orders/state/staff-action.ts'
import { deleteChargeOfOrder } from '#server/modules/orders/polling/charge-queries.ts'
import { takeBackCharge } from '#server/modules/catalogue/provider-sync/take-back-charge.ts'
import { moveOrder } from '#server/modules/orders/state/move-order.ts'
import {
  addOrderEvent,
  closeAttempt,
  keyOf,
  type LockedOrder,
  lockOrder,
  type OrderKey,
  setDispatch,
  changeOrder,
  updateOrder,
} from '#server/modules/orders/state/order-queries.ts'

import { toReviewColumns } from '#server/modules/orders/state/review-queries.ts'
import { enqueue, findNextSupply } from '#server/modules/orders/state/queue-queries.ts'
import { toAuditedOrder, toStaffEvent } from '#server/modules/orders/state/staff-action.ts'

import { teachSentence } from '#server/modules/orders/sentences/teach-sentence.ts'

import { findAttempt } from './admin-queries.ts'

/** Who decides, and the line that staff find in the timeline: it is never shown to the customer. */
export type Decision = OrderKey & {
  by: By
  reason: string | undefined
  /** The state in which it was shown, the only one from which it moves. */
  expected?: ExpectedState | undefined
  /** Only where a person is waited for. */
  isForReview?: boolean
  /** All of it is done and taken back: what it answers, or refuses, is what the same would come to now. */
  isRehearsal?: boolean
  /** Of what was not taken: what the provider answered means that from now on. */
  isTaught?: boolean
  /** Only where that is so of the order, under its lock. */
  isStill?: (tx: Tx, order: LockedOrder) => Promise<boolean>
}

/** How the order stood, and how it stands since. */
export type Decided = { before: LockedOrder; after: LockedOrder }

/** What ended without a delivery is settled: nothing more of it goes back, in whole or in part. */
export const refundableFrom = ['PENDING', 'PROCESSING', 'COMPLETED', 'PARTIAL', 'REFILL'] as const

/** It was not delivered: what is left of the price goes back, once. Not while it is being sent. */
export async function decideRefund(
  ctx: Context,
  decision: Decision,
  expectedRefunded?: Money,
): Promise<Decided> {
  return decide(ctx, decision, { decision: 'refund' }, async (tx, publish, order) => {
    if (order.dispatch === 'sending') throw conflict({ reason: 'being_sent' })
    if (expectedRefunded !== undefined && expectedRefunded !== order.refunded)
      throw conflict({ reason: 'refunded_meanwhile' })
    if (order.refunded === order.price) throw conflict({ reason: 'nothing_to_refund' })
    return moveOrder(tx, publish, {
      ...keyOf(order),
      from: refundableFrom,
      to: 'REFUNDED',
      set: { ...toReviewColumns(null), dispatch: afterwards(order) },
      refund: { of: 'left' },
      actorId: decision.by.actorId,
    })
  })
}

/**
 * The provider did not take it: it is sent again, and what was learned from a charge of it is taken back. Only a person may
 * say so of an unknown sending.
 */
export async function decideRetry(ctx: Context, decision: Decision): Promise<Decided> {
  return decide(ctx, decision, { decision: 'retry' }, async (tx, publish, order, record) => {
    if (order.status !== 'PENDING' || !['review', 'unknown', 'rejected'].includes(order.dispatch))
      return false
    if (decision.isTaught === true) await teachSentence(tx, record, { ...keyOf(order), by: decision.by })
    await deleteChargeOfOrder(tx, order)
    await takeBackCharge(ctx, tx, publish, order)
    const next = await findNextSupply(tx, keyOf(order))
    await setDispatch(tx, order, { dispatch: 'queued', review: null })
    await enqueue(tx, keyOf(order), next)
    publish({ topic: 'dispatch', providerId: next?.provider_id ?? null })
    return true
  })
}

/** It exists at the provider under that id: from now on it is followed there. One order per id. */
export async function decideAccepted(
  ctx: Context,
  decision: Decision,
  providerOrder: string,
): Promise<Decided> {
  return decide(ctx, decision, { decision: 'exists', providerOrder }, async (tx, publish, order) => {
    if (order.status !== 'PENDING' || !['review', 'unknown'].includes(order.dispatch)) return false
    const attempt = await findAttempt(tx, order)
    if (attempt === undefined) return false
    const claim = { providerId: attempt.provider_id, id: providerOrder }
    const holder = await claimProviderOrder(tx, order, claim)
    if (holder !== order.id)
      throw conflict({
        reason: 'provider_order_held',
        provider_order: providerOrder,
        held_by: Number(holder),
      })
    await closeAttempt(tx, attempt, { state: 'accepted', error: null, providerOrder })
    await acceptOrder(tx, publish, order, claim)
    return true
  })
}

/** It counts as delivered, without anybody's word for it. */
export async function decideCompleted(ctx: Context, decision: Decision): Promise<void> {
  await decide(ctx, decision, { decision: 'complete' }, async (tx, publish, order) =>
    moveOrder(tx, publish, {
      ...keyOf(order),
      from: ['PENDING', 'PROCESSING'],
      dispatchFrom: ['review', 'unknown', 'accepted'],
      to: 'COMPLETED',
      set: { ...toReviewColumns(null), dispatch: afterwards(order) },
    }),
  )
}

/** A person has seen to it: nothing moves. What waits for a decision, or is only noted, is not to be dismissed. */
export async function dismissOrder(ctx: Context, decision: Decision): Promise<void> {
  await decide(ctx, decision, { decision: 'dismiss' }, async (tx, _tell, order) => {
    if (order.dispatch === 'review' || order.dispatch === 'unknown') throw conflict({ reason: 'undecided' })
    const { review_code: code } = order
    if (!isOrderReviewCode(code) || notedReviewCodes.includes(code))
      throw conflict({ reason: 'nothing_to_look_at' })
    await updateOrder(tx, keyOf(order), toReviewColumns(null))
    return true
  })
}

type Apply = (tx: Tx, publish: Publish, order: LockedOrder, record: RecordAction) => Promise<boolean>

/** Under the order's lock, so that a late reply or another member of staff comes before or after, never between. */
export async function decide(
  ctx: Context,
  { userId, id, by, reason, expected, isForReview, isRehearsal, isStill }: Decision,
  { decision, providerOrder }: { decision: StaffDecision; providerOrder?: string },
  apply: Apply,
): Promise<Decided> {
  let rehearsed: Decided | undefined
  const takenBack = new Error('a rehearsal is taken back')
  const deciding = transactAsStaff(ctx, by, async (tx, publish, record) => {
    const key = { userId, id }
    const order = await lockOrder(tx, key)
    if (order === undefined) throw new AppError('order_not_found')
    await requireExpectedState(tx, order, expected)
    if (isForReview === true && order.dispatch !== 'review')
      throw conflict({ reason: 'not_in_review', status: order.status, dispatch: order.dispatch })
    if (isStill !== undefined && !(await isStill(tx, order)))
      throw conflict({ reason: 'not_possible', status: order.status, dispatch: order.dispatch })
    await addOrderEvent(tx, key, toStaffEvent(decision, { by, reason, providerOrder }))
    if (!(await apply(tx, publish, order, record)))
      throw conflict({ reason: 'not_possible', status: order.status, dispatch: order.dispatch })
    await changeOrder(tx, key)
    publish({ topic: 'order', userId, id: Number(id) })
    const after = await lockOrder(tx, key)
    if (after === undefined) throw new Error(`order ${id} is gone`)
    // It exists at the provider: of the two ways to complete it, the one that names its order there.
    const verb = decision === 'exists' ? 'complete' : decision
    record({
      action: `order.${verb}`,
      id,
      before: toAuditedOrder(order),
      after: toAuditedOrder(after),
      reason,
    })
    if (isRehearsal !== true) return { before: order, after }
    rehearsed = { before: order, after }
    throw takenBack
  })
  return deciding.catch((error: unknown) => {
    if (error !== takenBack || rehearsed === undefined) throw error
    return rehearsed
  })
}

/** What a person decided is over for the queues too: nothing waits for an answer any more. */
function afterwards({ dispatch }: LockedOrder): 'accepted' | 'rejected' {
  return dispatch === 'accepted' ? 'accepted' : 'rejected'
}

export function conflict(details: DetailsOf<'state_conflict'>): AppError {
  return new AppError('state_conflict', details)
}
