import { type Money, money, ZERO } from '#contract/base/money.ts'
import { partialRefund } from '#contract/orders/order-rules.ts'
import type { Publish, Tx } from '#server/lib/postgres/transact.ts'
import { postTransaction } from '#server/modules/ledger/post-transaction.ts'

import { addOrderEvent, addRefunded } from './order-queries.ts'

/** Of a row that this tx holds locked: the amounts can not change under it. */
export type RefundableOrder = {
  user_id: number
  id: bigint
  price: bigint
  refunded: bigint
}

/**
 * `left`: all that was not given back yet. `undelivered`: the part that remains of the whole, by field notes 4; both
 * as the provider counts, which is our quantity except for a package. `amount`: what a person says, of what is left.
 */
export type Refund =
  | { of: 'left' }
  | { of: 'amount'; amount: Money }
  | { of: 'undelivered'; remains: number; whole: number }

/**
 * Gives back what is due and answers how much that was. What was given back before is on the order's row, so
 * that a second call finds nothing due, and the table refuses more than the price.
 */
export async function refundOrder(
  tx: Tx,
  publish: Publish,
  { order, refund, actorId }: { order: RefundableOrder; refund: Refund; actorId?: number | undefined },
): Promise<Money> {
  const amount = amountOf(order, refund)
  if (amount <= 0n) return ZERO
  if (!(await addRefunded(tx, order, amount)))
    throw new Error(`order ${order.id} was refunded without its lock`)
  await postTransaction(tx, {
    userId: order.user_id,
    type: 'refund',
    from: 'revenue',
    to: 'customer',
    amount,
    orderId: order.id,
    ...(actorId === undefined ? {} : { actorId }),
  })
  const key = { userId: order.user_id, id: order.id }
  await addOrderEvent(tx, key, { code: 'refund', details: { amount } })
  publish({ topic: 'balance', userId: order.user_id })
  return amount
}

function amountOf(order: RefundableOrder, refund: Refund): Money {
  switch (refund.of) {
    case 'left':
      return money(order.price - order.refunded)
    case 'amount':
      return refund.amount
    case 'undelivered':
      return partialRefund({ ...order, quantity: refund.whole, remains: refund.remains })
  }
}
