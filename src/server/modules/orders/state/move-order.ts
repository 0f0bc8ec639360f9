import { AppError } from '#contract/base/errors.ts'
import type { DispatchState, OrderStatus } from '#contract/orders/order-statuses.ts'
import type { Publish, Tx } from '#server/lib/postgres/transact.ts'
import { countOrderMove } from '#server/modules/ledger/account.ts'

import { stopPolling } from './poll-queue-queries.ts'
import {
  addOrderEvent,
  changeOrder,
  type LockedOrder,
  lockOrder,
  type OrderKey,
  type OrderValues,
} from './order-queries.ts'
import { notifyOfOrder, type OrderNotice } from './notify-of-order.ts'
import { leaveQueue, leaveUnsent } from './queue-queries.ts'
import { type Refund, refundOrder } from './refund-order.ts'

export type Move = OrderKey & {
  /** The permitted current statuses; for any other nothing happens. */
  from: readonly OrderStatus[]
  to: OrderStatus
  /** The permitted current dispatch states; absent: any. */
  dispatchFrom?: readonly DispatchState[]
  /** Other columns to update. */
  set?: Omit<OrderValues, 'status'>
  refund?: Refund
  actorId?: number | undefined
}

/**
 * Changes an order's status from a named old one, with counters, timeline, refund, notification and queue entries in
 * the same tx. Returns whether it changed; throws `state_conflict` if the order was just claimed for sending. Statuses
 * from providers take another path: `polling/land-statuses-statement.ts`, one statement for many orders.
 */
export async function moveOrder(tx: Tx, publish: Publish, move: Move): Promise<boolean> {
  const order = await lockOrder(tx, move)
  if (order === undefined || order.status === move.to || !move.from.includes(order.status)) return false
  if (move.dispatchFrom !== undefined && !move.dispatchFrom.includes(order.dispatch)) return false
  await changeOrder(tx, move, { ...move.set, status: move.to })
  if (!isOpenStatus(move.to)) await stopPolling(tx, move)
  await countOrderMove(tx, { userId: move.userId, from: order.status, to: move.to })
  await addOrderEvent(tx, move, { code: 'status', details: { to: move.to } })
  const { refund, actorId } = move
  const refunded = refund === undefined ? 0n : await refundOrder(tx, publish, { order, refund, actorId })
  const isFullyRefunded = order.refunded + refunded === order.price
  const code = move.to === 'CANCELED' && !isFullyRefunded ? 'order_canceled_in_part' : notices[move.to]
  if (order.status !== 'REFILL' && code !== undefined) {
    const remains = refund?.of === 'undelivered' ? refund.remains : undefined
    await notifyOfOrder(tx, publish, { order, notice: { code, remains } })
  }
  await leaveDispatchQueue(tx, move, order)
  publish({ topic: 'order', userId: move.userId, id: Number(move.id) })
  return true
}

/** The provider may still report changes. */
function isOpenStatus(status: OrderStatus): boolean {
  return status === 'PENDING' || status === 'PROCESSING'
}

/** Called last, so that a concurrent claim waits only for the commit: either the claim gets the row, or this deletes it. */
async function leaveDispatchQueue(tx: Tx, { to, ...key }: Move, { dispatch }: LockedOrder): Promise<void> {
  if (to === 'PENDING' || dispatch === 'accepted' || dispatch === 'rejected') return
  if (dispatch !== 'queued') return leaveQueue(tx, key)
  if (!(await leaveUnsent(tx, key))) throw new AppError('state_conflict', { reason: 'being_sent' })
}

const notices = {
  COMPLETED: 'order_completed',
  PARTIAL: 'order_partial',
  CANCELED: 'order_canceled',
  REFUNDED: 'order_refunded',
  FAILED: 'order_failed',
  PENDING: undefined,
  PROCESSING: undefined,
  REFILL: undefined,
} as const satisfies Record<OrderStatus, OrderNotice['code'] | undefined>
