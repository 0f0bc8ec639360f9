import { sql } from 'kysely'

import { AppError } from '#contract/errors.ts'
import type { Context } from '#server/context.ts'
import { type Tell, transact, type Tx } from '#server/database/transact.ts'

import { acceptOrder, claimProviderOrder } from '#server/orders/dispatching/land-accepted.ts'
import { moveOrder } from '#server/orders/state/move-order.ts'
import {
  addOrderEvent,
  closeAttempt,
  type LockedOrder,
  lockOrder,
  type OrderKey,
  setDispatch,
} from '#server/orders/state/order-queries.ts'

/** Who decides, and the line that staff find in the timeline: it is never shown to the customer. */
export type Decision = OrderKey & { actorId: number; reason: string | undefined }

/** It was not delivered: what is left of the price goes back, once. Not while it is being sent. */
export async function decideRefund(ctx: Context, decision: Decision): Promise<void> {
  await decide(ctx, decision, 'Refunded', async (tx, tell, order) => {
    if (order.dispatch === 'sending') throw conflict('It is being sent right now')
    if (order.refunded === order.price) throw conflict('Nothing is left to refund')
    return moveOrder(tx, tell, {
      ...keyOf(order),
      from: ['PENDING', 'PROCESSING', 'COMPLETED', 'PARTIAL', 'REFILL'],
      to: 'REFUNDED',
      set: { check_at: null, flag: null },
      refund: { of: 'left' },
      actorId: decision.actorId,
    })
  })
}

/** The provider did not take it: it is sent again. Only a person, or evidence, may say so of an unknown sending. */
export async function decideRetry(ctx: Context, decision: Decision): Promise<void> {
  await decide(ctx, decision, 'Sent again', async (tx, tell, order) => {
    if (order.status !== 'PENDING' || !['review', 'unknown', 'rejected'].includes(order.dispatch))
      return false
    await setDispatch(tx, order, { dispatch: 'queued', seconds: 0, flag: null })
    tell({ topic: 'dispatch' })
    return true
  })
}

/** It exists at the provider under that id: from now on it is followed there. One order per id. */
export async function decideAccepted(ctx: Context, decision: Decision, providerOrder: string): Promise<void> {
  await decide(ctx, decision, `Found at the provider as ${providerOrder}`, async (tx, tell, order) => {
    if (order.status !== 'PENDING' || !['review', 'unknown'].includes(order.dispatch)) return false
    const attempt = await tx
      .selectFrom('order_attempts')
      .select(['user_id', 'order_id', 'number', 'token', 'provider_id'])
      .where('user_id', '=', order.user_id)
      .where('order_id', '=', order.id)
      .where('number', '=', order.attempts)
      .executeTakeFirst()
    if (attempt === undefined) return false
    const claim = { providerId: attempt.provider_id, id: providerOrder }
    if (!(await claimProviderOrder(tx, order, claim)))
      throw conflict(`The provider's order ${providerOrder} belongs to another order`)
    await closeAttempt(tx, attempt, { state: 'accepted', error: null, providerOrder })
    await acceptOrder(tx, tell, order, claim)
    return true
  })
}

/** It counts as delivered, without anybody's word for it. */
export async function decideCompleted(ctx: Context, decision: Decision): Promise<void> {
  await decide(ctx, decision, 'Completed', async (tx, tell, order) =>
    moveOrder(tx, tell, {
      ...keyOf(order),
      from: ['PENDING', 'PROCESSING'],
      dispatchFrom: ['review', 'unknown', 'accepted'],
      to: 'COMPLETED',
      set: { check_at: null, flag: null },
    }),
  )
}

type Apply = (tx: Tx, tell: Tell, order: LockedOrder) => Promise<boolean>

/** Under the order's lock, so that a late reply or another member of staff comes before or after, never between. */
async function decide(
  ctx: Context,
  { userId, id, actorId, reason }: Decision,
  what: string,
  apply: Apply,
): Promise<void> {
  await transact(ctx, async (tx, tell) => {
    const order = await lockOrder(tx, { userId, id })
    if (order === undefined) throw new AppError('order_not_found')
    await addOrderEvent(tx, { userId, id }, { type: 'staff', message: staffLine(what, { actorId, reason }) })
    if (!(await apply(tx, tell, order)))
      throw conflict(`Not possible while it is ${order.status} and ${order.dispatch}`)
    await tx
      .updateTable('orders')
      .set({ updated_at: sql`tally_now()` })
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .execute()
    tell({ topic: 'order', userId, id: Number(id) })
  })
}

export function staffLine(
  what: string,
  { actorId, reason }: { actorId: number; reason: string | undefined },
): string {
  return `${what} by user ${actorId}${reason === undefined || reason === '' ? '' : `: ${reason}`}`
}

function keyOf({ user_id: userId, id }: LockedOrder): OrderKey {
  return { userId, id }
}

function conflict(message: string): AppError {
  return new AppError('state_conflict', { message })
}
