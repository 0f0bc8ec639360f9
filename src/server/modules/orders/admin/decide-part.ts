import { type Money, money } from '#contract/base/money.ts'
import { partialRefund } from '#contract/orders/order-rules.ts'
import { invalidFields } from '#contract/base/errors.ts'
import type { Context } from '#server/context.ts'
import { addNotification } from '#server/modules/messaging/notifications/add-notification.ts'
import { moveOrder } from '#server/modules/orders/state/move-order.ts'
import { keyOf, type LockedOrder, setDispatch } from '#server/modules/orders/state/order-queries.ts'
import { enqueue, leaveUnsent } from '#server/modules/orders/state/queue-queries.ts'
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
import { listUsableSupplies } from './admin-queries.ts'

/** `expectedRefunded` is what had gone back when it was decided, so that one press that comes twice is one part. */
export type Part = {
  amount?: Money | undefined
  remains?: number | undefined
  expectedRefunded?: Money | undefined
}

/**
 * Part of what was paid goes back, and the order goes on as it stands: so much, or the share of what was not delivered.
 * All that is left is the whole refund, which ends it. Without a part that is meant.
 */
export async function decidePartRefund(
  ctx: Context,
  decision: Decision,
  { amount, remains, expectedRefunded }: Part,
): Promise<Decided> {
  if (amount === undefined && remains === undefined) return decideRefund(ctx, decision, expectedRefunded)
  if (amount !== undefined && remains !== undefined) throw invalidFields({ remains: { code: 'not_valid' } })
  let isAll = false
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
      isAll = true
      return false
    }
    await refundOrder(tx, publish, {
      order,
      refund: { of: 'amount', amount: due },
      actorId: decision.by.actorId,
    })
    const { user_id: userId, id } = order
    const details = { order_id: Number(id), amount: due }
    const told = await addNotification(tx, { userId, code: 'order_refunded_in_part', details })
    publish({ topic: 'notification', userId, id: Number(told) })
    return true
  })
  return decided.catch((error: unknown) => {
    // Nothing of it was done: the whole refund is a decision of its own, under the same lock.
    if (isAll) return decideRefund(ctx, decision, expectedRefunded)
    throw error
  })
}

/** It ends as partial, by a person's word instead of the provider's: what was not delivered goes back. */
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

/**
 * It is sent by another supply next. What was not sent yet leaves its place for another; what is in review is thereby
 * said not to have been taken. One that a provider has stays there.
 */
export async function changeProvider(ctx: Context, decision: Decision, supplyId: number): Promise<Decided> {
  return decide(ctx, decision, { decision: 'change_provider' }, async (tx, publish, order) => {
    const key = keyOf(order)
    if (order.dispatch === 'sending') throw conflict({ reason: 'being_sent' })
    if (order.status !== 'PENDING' || order.dispatch === 'accepted') return false
    const supply = (await listUsableSupplies(tx, key)).find(({ id, fits }) => fits && id === supplyId)
    if (supply === undefined) throw conflict({ reason: 'supply_not_fit' })
    // A claim for sending takes no lock on the order: it takes the place, or this does.
    if (order.dispatch === 'queued' && !(await leaveUnsent(tx, key))) throw conflict({ reason: 'being_sent' })
    await setDispatch(tx, order, { dispatch: 'queued', review: null })
    await enqueue(tx, key, { supply_id: supply.id, provider_id: supply.provider_id })
    publish({ topic: 'dispatch', providerId: supply.provider_id })
    return true
  })
}

/** Of all that was paid, whatever was given back before; nothing is not worth a row. */
function shareOf(order: LockedOrder, remains: number): Money {
  if (remains > order.quantity) throw conflict({ reason: 'remains_not_fit' })
  const due = partialRefund({ ...order, quantity: order.quantity, remains })
  if (due === 0n) throw conflict({ reason: 'nothing_to_refund' })
  return due
}
