import { type Money, money } from '#contract/base/money.ts'
import { partialRefund } from '#contract/orders/order-rules.ts'
import { invalidFields } from '#contract/base/errors.ts'
import type { Context } from '#server/context.ts'
import { moveOrder } from '#server/modules/orders/state/move-order.ts'
import { notifyOfOrder } from '#server/modules/orders/state/notify-of-order.ts'
import { keyOf, type LockedOrder } from '#server/modules/orders/state/order-queries.ts'
import { refundOrder } from '#server/modules/orders/state/refund-order.ts'
import { toReviewColumns } from '#server/modules/orders/state/review-queries.ts'

import {
  conflict,
  decide,
  type Decided,
  type Decision,
  decideRefund,
  refundableFrom,
} from './decide-order.ts'

/** `expectedRefunded` is the refunded amount that staff saw, so that a repeated request refunds once. */
export type Part = {
  amount?: Money | undefined
  remains?: number | undefined
  expectedRefunded?: Money | undefined
}

/**
 * Refunds part of the price, an amount or the share of `remains`; the status stays. If that is everything left, or no
 * part is given, it is a full refund, which ends the order.
 */
export async function decidePartRefund(
  ctx: Context,
  decision: Decision,
  { amount, remains, expectedRefunded }: Part,
): Promise<Decided> {
  if (amount === undefined && remains === undefined) return decideRefund(ctx, decision, expectedRefunded)
  if (amount !== undefined && remains !== undefined) throw invalidFields({ remains: { code: 'not_valid' } })
  let isFull = false
  const decided = decide(ctx, decision, { decision: 'refund' }, async (tx, publish, order) => {
    if (order.dispatch === 'sending') throw conflict({ reason: 'being_sent' })
    if (expectedRefunded !== undefined && expectedRefunded !== order.refunded)
      throw conflict({ reason: 'refunded_meanwhile' })
    const left = money(order.price - order.refunded)
    if (left === 0n) throw conflict({ reason: 'nothing_to_refund' })
    if (!refundableFrom.some((status) => status === order.status)) return false
    const due = amount ?? shareOf(order, remains ?? 0)
    if (due > left) throw conflict({ reason: 'refund_above', left })
    if (due === left) {
      isFull = true
      return false
    }
    await refundOrder(tx, publish, {
      order,
      refund: { of: 'amount', amount: due },
      actorId: decision.by.actorId,
    })
    await notifyOfOrder(tx, publish, { order, notice: { code: 'order_refunded_in_part', amount: due } })
    return true
  })
  return decided.catch((error: unknown) => {
    // Rolled back: the full refund is a separate decision, which locks and checks again.
    if (isFull) return decideRefund(ctx, decision, expectedRefunded)
    throw error
  })
}

/** Ends the order as partial, decided by staff instead of the provider, and refunds what was not delivered. */
export async function decidePartial(ctx: Context, decision: Decision, remains: number): Promise<Decided> {
  return decide(ctx, decision, { decision: 'set_partial' }, async (tx, publish, order) => {
    if (order.dispatch === 'sending') throw conflict({ reason: 'being_sent' })
    if (remains >= order.quantity) throw conflict({ reason: 'remains_not_fit' })
    return moveOrder(tx, publish, {
      ...keyOf(order),
      from: ['PENDING', 'PROCESSING', 'COMPLETED'],
      dispatchFrom: ['review', 'unknown', 'accepted'],
      to: 'PARTIAL',
      set: {
        ...toReviewColumns(null),
        dispatch: order.dispatch === 'accepted' ? 'accepted' : 'rejected',
        remains: BigInt(remains),
      },
      refund: { of: 'undelivered', remains, whole: order.quantity },
      actorId: decision.by.actorId,
    })
  })
}

/** The share of the whole price, regardless of earlier refunds. */
function shareOf(order: LockedOrder, remains: number): Money {
  if (remains > order.quantity) throw conflict({ reason: 'remains_not_fit' })
  const due = partialRefund({ ...order, quantity: order.quantity, remains })
  if (due === 0n) throw conflict({ reason: 'nothing_to_refund' })
  return due
}
