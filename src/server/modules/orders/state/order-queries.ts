import { type Kysely, sql, type UpdateObject } from 'kysely'

import { encodeCarried } from '#contract/base/codes.ts'
import { type NewOrderEvent, orderEvents } from '#contract/orders/order-events.ts'
import type { OrderReview } from '#contract/orders/order-review.ts'
import type { DispatchState } from '#contract/orders/order-statuses.ts'
import { toKeptDetails } from '#contract/base/stored-details.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

import { findPlace } from './queue-queries.ts'
import { replaceOpenReview, toReviewColumns } from './review-queries.ts'

export type OrderKey = { userId: number; id: bigint }

/** A cancel is being asked of the provider, or is awaited of one that took it: it is not asked for again meanwhile. */
export const isCancelAwaited = sql<boolean>`coalesce(orders.cancel_awaited_until > now(), false)`.as(
  'is_cancel_awaited',
)

/**
 * "Being sent" is the queue's to know: a claim for sending changes no order. A value, and no `exists`: of that the planner
 * reads the whole queue first where it expects more orders than a page has.
 */
export const dispatchState = sql<DispatchState>`case when orders.dispatch = 'queued' and (
  select place.token from dispatch_queue place where place.user_id = orders.user_id and place.order_id = orders.id)
    is not null then 'sending' else orders.dispatch end`.as('dispatch')

/**
 * Takes the row's lock, so that what is decided next can not be decided twice at once. `attempts` is the number of the
 * sending that it stands by, 0 where none is waited for. A claim for sending takes no such lock, so that one customer's
 * tx holds nobody's sending up: whoever ends what is `queued` finds out by `leaveUnsent`, last.
 */
export async function lockOrder(tx: Tx, key: OrderKey) {
  const order = await tx
    .selectFrom('orders')
    .select([
      'user_id',
      'id',
      'status',
      'dispatch',
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
    .where('user_id', '=', key.userId)
    .where('id', '=', key.id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (order === undefined) return undefined
  const isDecided = order.dispatch === 'accepted' || order.dispatch === 'rejected'
  const place = isDecided ? undefined : await findPlace(tx, key)
  const isSending = order.dispatch === 'queued' && place !== undefined && place.token !== null
  const dispatch: DispatchState = isSending ? 'sending' : order.dispatch
  return { ...order, dispatch, attempts: place?.tries ?? 0 }
}
export type LockedOrder = NonNullable<Awaited<ReturnType<typeof lockOrder>>>

/** The number of an order's newest attempt; 0 for one that was never sent. */
export async function findNewestAttempt(db: Kysely<DB>, { userId, id }: OrderKey): Promise<number> {
  const { number } = await db
    .selectFrom('order_attempts')
    .select(sql<number>`coalesce(max(number), 0)`.as('number'))
    .where('user_id', '=', userId)
    .where('order_id', '=', id)
    .executeTakeFirstOrThrow()
  return number
}

export function keyOf({ user_id: userId, id }: Pick<LockedOrder, 'user_id' | 'id'>): OrderKey {
  return { userId, id }
}

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

/** A line of the timeline, with which the order was updated. */
export async function addOrderEvent(tx: Tx, { userId, id }: OrderKey, event: NewOrderEvent): Promise<void> {
  const details = toKeptDetails(encodeCarried(orderEvents, event))
  await tx
    .insertInto('order_events')
    .values({ user_id: userId, order_id: id, type: event.code, details })
    .execute()
  await changeOrder(tx, { userId, id })
}

/**
 * What staff see of a sending that is not through, and why they see something at it: absent for what it was, null for
 * nothing. The queue's own part is `queue-queries.ts`.
 */
export async function setDispatch(
  tx: Tx,
  { user_id, id }: Pick<LockedOrder, 'user_id' | 'id'>,
  { dispatch, review }: { dispatch: 'queued' | 'unknown' | 'review'; review?: OrderReview | null },
): Promise<void> {
  await updateOrder(
    tx,
    { userId: user_id, id },
    {
      dispatch,
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
    said = null,
  }: {
    state: 'accepted' | 'rejected' | 'not_sent' | 'refused' | 'unknown'
    error: string | null
    providerOrder?: string | null
    said?: string | null
  },
): Promise<void> {
  await tx
    .updateTable('order_attempts')
    .set({
      state,
      said,
      error: error?.slice(0, 1000) ?? null,
      provider_order: providerOrder,
      finished_at: sql`tally_now()`,
      written_in: sql`pg_current_xact_id()::text::bigint`,
    })
    .where('user_id', '=', user_id)
    .where('order_id', '=', order_id)
    .where('number', '=', number)
    .where('token', '=', token)
    .execute()
}
