import { type Money, money, ZERO } from '#contract/base/money.ts'
import { partialRefund } from '#contract/orders/order-rules.ts'
import type { Publish, Tx } from '#server/lib/postgres/transact.ts'
import { postingKinds } from '#server/modules/ledger/posting-kinds.ts'
import { postTransaction } from '#server/modules/ledger/post-transaction.ts'
import { countRefund } from '#server/modules/users/count-refund.ts'

import { addOrderEvent } from './order-queries.ts'

/** From a row that this tx has locked, so the amounts can't change. */
export type RefundableOrder = {
  user_id: number
  id: bigint
  price: bigint
  refunded: bigint
}

/**
 * `left`: everything not refunded yet. `amount`: as staff decided. `undelivered`: the share `remains` of `whole` (field
 * notes 4), both in the provider's count, which is our quantity except for packages.
 */
export type Refund =
  | { of: 'left' }
  | { of: 'amount'; amount: Money }
  | { of: 'undelivered'; remains: number; whole: number }

/**
 * Refunds what is due and returns the amount. Earlier refunds are summed on the order's row, so a second call finds
 * nothing due; a constraint refuses more than the price. `actorId`: staff decided it, so it counts towards their daily
 * limit, whatever the decision; throws `refund_limit_reached`.
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
    kind: postingKinds.refund,
    amount,
    orderId: order.id,
    ...(actorId === undefined ? {} : { actorId }),
  })
  if (actorId !== undefined) await countRefund(tx, { staffId: actorId, amount })
  const key = { userId: order.user_id, id: order.id }
  await addOrderEvent(tx, key, { code: 'refund', details: { amount } })
  publish({ topic: 'balance', userId: order.user_id })
  return amount
}

/** Only if the sum is still the one read under the lock. False if it has changed. */
async function addRefunded(
  tx: Tx,
  { user_id, id, refunded }: RefundableOrder,
  amount: bigint,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('orders')
    .set({ refunded: refunded + amount })
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .where('refunded', '=', refunded)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
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
