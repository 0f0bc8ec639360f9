import { formatMoney, type Money, money, ZERO } from '#contract/money.ts'
import { partialRefund } from '#contract/order-rules.ts'
import type { Tell, Tx } from '#server/database/transact.ts'
import { postTransaction } from '#server/wallet/post-transaction.ts'

/** Of a row that this tx holds locked: the amounts can not change under it. */
export type RefundableOrder = {
  user_id: number
  id: bigint
  price: bigint
  refunded: bigint
  quantity: number
}

/** `left`: all that was not given back yet. `undelivered`: the part that remains, by field notes 4. */
export type Refund = { of: 'left' } | { of: 'undelivered'; remains: number }

/**
 * Gives back what is due and answers how much that was. What was given back before is on the order's row, so
 * that a second call finds nothing due, and the table refuses more than the price.
 */
export async function refundOrder(
  tx: Tx,
  tell: Tell,
  { order, refund, actorId }: { order: RefundableOrder; refund: Refund; actorId?: number | undefined },
): Promise<Money> {
  const amount =
    refund.of === 'left'
      ? money(order.price - order.refunded)
      : partialRefund({ ...order, remains: refund.remains })
  if (amount <= 0n) return ZERO
  const { numUpdatedRows } = await tx
    .updateTable('orders')
    .set({ refunded: order.refunded + amount })
    .where('user_id', '=', order.user_id)
    .where('id', '=', order.id)
    .where('refunded', '=', order.refunded)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows !== 1n) throw new Error(`order ${order.id} was refunded without its lock`)
  await postTransaction(tx, {
    userId: order.user_id,
    type: 'refund',
    from: 'revenue',
    to: 'customer',
    amount,
    description: `Refund of order ${order.id}`,
    orderId: order.id,
    ...(actorId === undefined ? {} : { actorId }),
  })
  await tx
    .insertInto('order_events')
    .values({
      user_id: order.user_id,
      order_id: order.id,
      type: 'refund',
      message: `Refunded $${formatMoney(amount, amount % 1_000_000n === 0n ? 2 : 8)}`,
    })
    .execute()
  tell({ topic: 'balance', userId: order.user_id })
  return amount
}

/** Takes the row's lock, so that what is decided next can not be decided twice at once. */
export async function lockOrder(tx: Tx, { userId, id }: { userId: number; id: bigint }) {
  return tx
    .selectFrom('orders')
    .select([
      'user_id',
      'id',
      'status',
      'dispatch',
      'attempts',
      'price',
      'refunded',
      'quantity',
      'service_name',
      'refill',
      'cancel',
      'cancel_asked_at',
      'provider_id',
      'provider_order',
      'flag',
    ])
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}
export type LockedOrder = NonNullable<Awaited<ReturnType<typeof lockOrder>>>
