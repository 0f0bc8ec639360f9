import { sql, type UpdateObject } from 'kysely'

import type { OrderReview } from '#contract/order-review.ts'
import type { DB } from '#server/database/tables.ts'
import type { Tx } from '#server/database/transact.ts'

import { replaceOpenReview, toReviewColumns } from './review-queries.ts'

export type OrderKey = { userId: number; id: bigint }

/** A cancel is being asked of the provider, or is awaited of one that took it: it is not asked for again meanwhile. */
export const isCancelAwaited = sql<boolean>`coalesce(orders.cancel_awaited_until > now(), false)`.as(
  'is_cancel_awaited',
)

/** Takes the row's lock, so that what is decided next can not be decided twice at once. */
export async function lockOrder(tx: Tx, { userId, id }: OrderKey) {
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
      isCancelAwaited,
      'provider_id',
      'provider_order',
      'review_code',
      'review_details',
    ])
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}
export type LockedOrder = NonNullable<Awaited<ReturnType<typeof lockOrder>>>

/** What may change on a row beside its money: `refunded` is `addRefunded`'s alone, the rest never changes. */
export type OrderValues = Omit<UpdateObject<DB, 'orders'>, 'refunded' | 'user_id' | 'id' | 'seq' | 'price'>

export async function updateOrder(tx: Tx, { userId, id }: OrderKey, values: OrderValues): Promise<void> {
  await tx.updateTable('orders').set(values).where('user_id', '=', userId).where('id', '=', id).execute()
}

/** The same, when it is something that the customer sees: the order was updated now. */
export async function changeOrder(tx: Tx, key: OrderKey, values: OrderValues = {}): Promise<void> {
  await updateOrder(tx, key, { ...values, updated_at: sql`tally_now()` })
}

/** From the sum that was read under the lock, and from no other. Answers whether it was so. */
export async function addRefunded(
  tx: Tx,
  { user_id, id, refunded }: Pick<LockedOrder, 'user_id' | 'id' | 'refunded'>,
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

/** A line of the timeline. Those of type `staff` are not for the customer. */
export async function addOrderEvent(
  tx: Tx,
  { userId, id }: OrderKey,
  { type, message }: { type: string; message: string },
): Promise<void> {
  await tx.insertInto('order_events').values({ user_id: userId, order_id: id, type, message }).execute()
}

/**
 * Where its sending stands, when the queue looks at it next, and why staff see something at it: absent for what it was,
 * null for nothing.
 */
export async function setDispatch(
  tx: Tx,
  { user_id, id }: Pick<LockedOrder, 'user_id' | 'id'>,
  {
    dispatch,
    seconds,
    review,
  }: { dispatch: 'queued' | 'unknown' | 'review'; seconds: number; review?: OrderReview | null },
): Promise<void> {
  await updateOrder(
    tx,
    { userId: user_id, id },
    {
      dispatch,
      dispatch_at: sql<Date>`now() + make_interval(secs => ${seconds})`,
      ...(review === null && toReviewColumns(null)),
      ...(review !== undefined && review !== null && replaceOpenReview(review)),
    },
  )
}

/** Whatever staff saw at it before. */
export async function setReview(
  tx: Tx,
  { user_id, id }: Pick<LockedOrder, 'user_id' | 'id'>,
  review: OrderReview,
): Promise<void> {
  await updateOrder(tx, { userId: user_id, id }, toReviewColumns(review))
}

/** One try to send an order; the token is whose it is. */
export type AttemptKey = {
  user_id: number
  order_id: bigint
  number: number
  token: string
  provider_id: number
}

/** Whether its outcome is still awaited. Another token than the row's names nothing. */
export async function isOpen(tx: Tx, { user_id, order_id, number, token }: AttemptKey): Promise<boolean> {
  const row = await tx
    .selectFrom('order_attempts')
    .select('state')
    .where('user_id', '=', user_id)
    .where('order_id', '=', order_id)
    .where('number', '=', number)
    .where('token', '=', token)
    .executeTakeFirst()
  return row !== undefined && (row.state === 'sending' || row.state === 'unknown')
}

export async function closeAttempt(
  tx: Tx,
  { user_id, order_id, number, token }: AttemptKey,
  {
    state,
    error,
    providerOrder = null,
  }: {
    state: 'accepted' | 'rejected' | 'not_sent' | 'refused' | 'unknown'
    error: string | null
    providerOrder?: string | null
  },
): Promise<void> {
  await tx
    .updateTable('order_attempts')
    .set({
      state,
      error: error?.slice(0, 1000) ?? null,
      provider_order: providerOrder,
      finished_at: sql`now()`,
    })
    .where('user_id', '=', user_id)
    .where('order_id', '=', order_id)
    .where('number', '=', number)
    .where('token', '=', token)
    .execute()
}
