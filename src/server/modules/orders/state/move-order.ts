import { AppError } from '#contract/base/errors.ts'
import type { NotificationCode } from '#contract/messaging/notification-codes.ts'
import type { DispatchState, OrderStatus } from '#contract/orders/order-statuses.ts'
import type { Publish, Tx } from '#server/lib/postgres/transact.ts'
import { addNotification } from '#server/modules/messaging/notifications/add-notification.ts'
import { countOrderMove } from '#server/modules/ledger/order-counters.ts'

import { awaitNothing } from './poll-queue-queries.ts'
import {
  addOrderEvent,
  changeOrder,
  type LockedOrder,
  lockOrder,
  type OrderKey,
  type OrderValues,
} from './order-queries.ts'
import { leaveQueue, leaveUnsent } from './queue-queries.ts'
import { type Refund, refundOrder } from './refund-order.ts'

export type Move = OrderKey & {
  /** The statuses it may have now; with any other, nothing happens. */
  from: readonly OrderStatus[]
  to: OrderStatus
  /** The states of the sending it may have now; absent: any. */
  dispatchFrom?: readonly DispatchState[]
  /** What else changes on the row. */
  set?: Omit<OrderValues, 'status'>
  refund?: Refund
  actorId?: number | undefined
}

/**
 * The one way in which an order's status changes: from a named old status, with the customer's counters, the
 * timeline, the refund, the notification and the end of its waiting in the same tx. Answers whether it changed; throws
 * `state_conflict` for one that was queued and is just being claimed for sending. What providers report is moved by one
 * statement for many orders (land-statuses-statement.ts).
 */
export async function moveOrder(tx: Tx, publish: Publish, move: Move): Promise<boolean> {
  const order = await lockOrder(tx, move)
  if (order === undefined || order.status === move.to || !move.from.includes(order.status)) return false
  if (move.dispatchFrom !== undefined && !move.dispatchFrom.includes(order.dispatch)) return false
  await changeOrder(tx, move, { ...move.set, status: move.to })
  if (!isOpenStatus(move.to)) await awaitNothing(tx, move)
  await countOrderMove(tx, { userId: move.userId, from: order.status, to: move.to })
  await addOrderEvent(tx, move, { code: 'status', details: { to: move.to } })
  const { refund, actorId } = move
  const back = refund === undefined ? 0n : await refundOrder(tx, publish, { order, refund, actorId })
  if (order.status !== 'REFILL') await notify(tx, publish, move, order.refunded + back === order.price)
  await endWaiting(tx, move, order)
  publish({ topic: 'order', userId: move.userId, id: Number(move.id) })
  return true
}

/** Its provider has not said the last word. */
function isOpenStatus(status: OrderStatus): boolean {
  return status === 'PENDING' || status === 'PROCESSING'
}

/** Last, so that a claim for sending waits for nothing but the commit: it takes the row, or this takes it away. */
async function endWaiting(tx: Tx, { to, ...key }: Move, { dispatch }: LockedOrder): Promise<void> {
  if (to === 'PENDING' || dispatch === 'accepted' || dispatch === 'rejected') return
  if (dispatch !== 'queued') return leaveQueue(tx, key)
  if (!(await leaveUnsent(tx, key))) throw new AppError('state_conflict', { reason: 'being_sent' })
}

async function notify(tx: Tx, publish: Publish, { userId, id, to }: Move, isAllBack: boolean): Promise<void> {
  const code = to === 'CANCELED' && !isAllBack ? 'order_canceled_in_part' : notices[to]
  if (code === undefined) return
  const notificationId = await addNotification(tx, { userId, code, details: { order_id: Number(id) } })
  publish({ topic: 'notification', userId, id: Number(notificationId) })
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
} as const satisfies Record<OrderStatus, NotificationCode | undefined>
