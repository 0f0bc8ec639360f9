import type { Kysely } from 'kysely'

import type { DetailsOf } from '#contract/base/error-catalogue.ts'
import { AppError } from '#contract/base/errors.ts'
import { type Money, money, ZERO } from '#contract/base/money.ts'
import type { ExpectedState } from '#contract/orders/order-actions.ts'
import type { StaffDecision } from '#contract/orders/order-events.ts'
import { isOrderReviewCode, notedReviewCodes } from '#contract/orders/order-review.ts'
import type { Context } from '#server/context.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Publish, Tx } from '#server/lib/postgres/transact.ts'
import {
  type AuditValues,
  type By,
  type RecordAction,
  transactAsStaff,
} from '#server/modules/audit-log/transact-as-staff.ts'

import { acceptOrder, claimProviderOrder } from '#server/modules/orders/dispatch/land-outcome.ts'
import { requireExpectedState } from '#server/modules/orders/state/staff-action.ts'
import { deleteChargeOfOrder } from '#server/modules/orders/polling/read-charges.ts'
import { countRefund } from '#server/modules/users/count-refund.ts'
import { takeBackCharge } from '#server/modules/catalogue/charges/take-back-charge.ts'
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

/** A staff decision about one order. Only staff see the reason. */
export type Decision = OrderKey & {
  by: By
  reason: string | undefined
  /** The state that staff saw. In any other state the decision is refused. */
  expected?: ExpectedState | undefined
  /** Only for an order in review. */
  isForReview?: boolean
  /** Does everything and rolls it back: the result is exactly what the decision would do now. */
  isDryRun?: boolean
  /** What a dry run of many orders refunded before this one: it counts towards the daily limit too. */
  refundedBefore?: Money
  /** With a retry: the provider's answer counts as a refusal from now on. */
  isTaught?: boolean
  /** Checked under the order's lock; false refuses the decision. */
  isStill?: (tx: Tx, order: LockedOrder) => Promise<boolean>
}

/** The order before and after a decision. */
export type Decided = { before: LockedOrder; after: LockedOrder }

/** Orders that ended without a delivery are settled: nothing more is refunded. */
export const refundableFrom = ['PENDING', 'PROCESSING', 'COMPLETED', 'PARTIAL', 'REFILL'] as const

/** Refunds what is left of the price, once. Refused while the order is being sent. */
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
      set: { ...toReviewColumns(null), dispatch: toFinalDispatch(order) },
      refund: { of: 'left' },
      actorId: decision.by.actorId,
    })
  })
}

/**
 * The provider did not accept the order: queues it again and reverts what was learned from its charge. For an attempt
 * with an unknown outcome only staff may decide that.
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
    await enqueue(tx, order, next)
    publish({ topic: 'dispatch', providerId: next?.provider_id ?? null })
    return true
  })
}

/** The order exists at its provider under that id and is polled from now on. An id belongs to one order only. */
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
    await closeAttempt(tx, attempt, { state: 'accepted', fault: null, providerOrder })
    await acceptOrder(tx, publish, order, claim)
    return true
  })
}

/** Completes the order, regardless of what its provider reports. */
export async function decideCompleted(ctx: Context, decision: Decision): Promise<void> {
  await decide(ctx, decision, { decision: 'complete' }, async (tx, publish, order) =>
    moveOrder(tx, publish, {
      ...keyOf(order),
      from: ['PENDING', 'PROCESSING'],
      dispatchFrom: ['review', 'unknown', 'accepted'],
      to: 'COMPLETED',
      set: { ...toReviewColumns(null), dispatch: toFinalDispatch(order) },
    }),
  )
}

/** Clears the review. Orders that wait for a decision, or have only a note, can't be dismissed. */
export async function dismissOrder(ctx: Context, decision: Decision): Promise<void> {
  await decide(ctx, decision, { decision: 'dismiss' }, async (tx, _publish, order) => {
    if (order.dispatch === 'review' || order.dispatch === 'unknown') throw conflict({ reason: 'undecided' })
    const { review_code: code } = order
    if (!isOrderReviewCode(code) || notedReviewCodes.includes(code))
      throw conflict({ reason: 'nothing_to_look_at' })
    await updateOrder(tx, keyOf(order), toReviewColumns(null))
    return true
  })
}

/** The order's current attempt. */
async function findAttempt(
  db: Kysely<DB>,
  { user_id, id, attempts }: { user_id: number; id: bigint; attempts: number },
) {
  return db
    .selectFrom('order_attempts')
    .select(['user_id', 'order_id', 'number', 'token', 'provider_id'])
    .where('user_id', '=', user_id)
    .where('order_id', '=', id)
    .where('number', '=', attempts)
    .executeTakeFirst()
}

type Apply = (tx: Tx, publish: Publish, order: LockedOrder, record: RecordAction) => Promise<boolean>

/** Its name, and what the audit log stores instead of the order's state, read under its lock. */
type Named = {
  decision: StaffDecision
  providerOrder?: string
  audits?: (tx: Tx) => Promise<{ before: AuditValues; after: AuditValues }>
}

/** Runs under the order's lock, so that late replies and other staff decisions come before or after it, never in between. */
export async function decide(
  ctx: Context,
  { userId, id, by, reason, expected, isForReview, isDryRun, refundedBefore = ZERO, isStill }: Decision,
  { decision, providerOrder, audits }: Named,
  apply: Apply,
): Promise<Decided> {
  let dryRun: Decided | undefined
  const rollback = new Error('a dry run is rolled back')
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
    const audited = await audits?.(tx)
    if (!(await apply(tx, publish, order, record)))
      throw conflict({ reason: 'not_possible', status: order.status, dispatch: order.dispatch })
    await changeOrder(tx, key)
    publish({ topic: 'order', userId, id: Number(id) })
    const after = await lockOrder(tx, key)
    if (after === undefined) throw new Error(`order ${id} is gone`)
    // After the account is updated, like the order's own refund, which the refusal is about.
    if (isDryRun === true && refundedBefore > 0n) {
      const refund = money(after.refunded - order.refunded)
      await countRefund(tx, { staffId: by.actorId, amount: refundedBefore, refund })
    }
    // The API has one action for both: complete, with or without the provider's order id.
    const verb = decision === 'exists' ? 'complete' : decision
    record({
      action: `order.${verb}`,
      id,
      before: audited?.before ?? toAuditedOrder(order),
      after: audited?.after ?? toAuditedOrder(after),
      reason,
    })
    if (isDryRun !== true) return { before: order, after }
    dryRun = { before: order, after }
    throw rollback
  })
  return deciding.catch((error: unknown) => {
    if (error !== rollback || dryRun === undefined) throw error
    return dryRun
  })
}

/** The dispatch state after a final decision: no reply is awaited any more. */
function toFinalDispatch({ dispatch }: LockedOrder): 'accepted' | 'rejected' {
  return dispatch === 'accepted' ? 'accepted' : 'rejected'
}

export function conflict(details: DetailsOf<'state_conflict'>): AppError {
  return new AppError('state_conflict', details)
}
