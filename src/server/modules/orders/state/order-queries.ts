import { type Kysely, sql, type UpdateObject } from 'kysely'

import { encodeCarried } from '#contract/base/codes.ts'
import type { Fault } from '#contract/base/faults.ts'
import { type NewOrderEvent, orderEvents } from '#contract/orders/order-events.ts'
import type { OrderReview } from '#contract/orders/order-review.ts'
import type { DispatchState } from '#contract/orders/order-statuses.ts'
import { toStoredDetails } from '#contract/base/stored-details.ts'
import { toStoredFault } from '#server/lib/queue/stored-fault.ts'
import { alsoOf } from '#server/lib/postgres/of-customer.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

import { changeIncident } from './incidents.ts'
import { findQueueEntry } from './queue-queries.ts'
import { replaceOpenReview, toReviewColumns } from './review-queries.ts'

export type OrderKey = { userId: number; id: bigint }

/** A cancel request is being sent to the provider, or was accepted and not answered yet: no second one is sent. */
export const isCancelAwaited = sql<boolean>`coalesce(orders.cancel_awaited_until > now(), false)`.as(
  'is_cancel_awaited',
)

/**
 * `sending` is derived from the queue: a claim doesn't change the order. A scalar subquery instead of `exists`, for which
 * the planner may read the whole queue first. `userId`: whose orders they are, if they are all one customer's.
 */
export const dispatchStateOf = (userId?: number) =>
  sql<DispatchState>`case when orders.dispatch = 'queued' and (
  select entry.token from dispatch_queue entry
  where entry.user_id = orders.user_id and entry.order_id = orders.id ${alsoOf(userId, 'entry')})
    is not null then 'sending' else orders.dispatch end`.as('dispatch')

/**
 * Reads and locks an order, so that nothing is decided twice at once. `attempts` is the number of the current attempt, 0 if
 * none is awaited. A claim for sending does not take this lock, so that a customer's tx never delays sending: code that ends
 * a `queued` order must call `leaveUnsent` last.
 */
export async function lockOrder(tx: Tx, key: OrderKey) {
  const order = await tx
    .selectFrom('orders')
    .select([
      'user_id',
      'id',
      'seq',
      'status',
      'dispatch',
      'price',
      'refunded',
      'quantity',
      'service_name',
      'service_type',
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
  const entry = isDecided ? undefined : await findQueueEntry(tx, key)
  const isSending = order.dispatch === 'queued' && entry !== undefined && entry.token !== null
  const dispatch: DispatchState = isSending ? 'sending' : order.dispatch
  return { ...order, dispatch, attempts: entry?.tries ?? 0 }
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

/** The columns that may be updated. `refunded` is changed by `refundOrder` only; the others never change. */
export type OrderValues = Omit<UpdateObject<DB, 'orders'>, 'refunded' | 'user_id' | 'id' | 'seq' | 'price'>

export async function updateOrder(tx: Tx, { userId, id }: OrderKey, values: OrderValues): Promise<void> {
  await tx.updateTable('orders').set(values).where('user_id', '=', userId).where('id', '=', id).execute()
}

/** For changes that the customer sees: sets `updated_at` too. */
export async function changeOrder(tx: Tx, key: OrderKey, values: OrderValues = {}): Promise<void> {
  await updateOrder(tx, key, { ...values, updated_at: sql<Date>`tally_now()` })
}

/** Adds a line to the timeline and sets the order's `updated_at`. */
export async function addOrderEvent(tx: Tx, { userId, id }: OrderKey, event: NewOrderEvent): Promise<void> {
  const details = toStoredDetails(encodeCarried(orderEvents, event))
  await tx
    .insertInto('order_events')
    .values({ user_id: userId, order_id: id, type: event.code, details })
    .execute()
  await changeOrder(tx, { userId, id })
}

/**
 * Sets the dispatch state of an order that no provider has. `review`: null clears it, absent leaves it. The queue entry is
 * changed by `queue-queries.ts`.
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

/** Replaces whatever review the order had. */
export async function setReview(
  tx: Tx,
  order: Pick<LockedOrder, 'user_id' | 'id' | 'dispatch'>,
  review: OrderReview,
): Promise<void> {
  await updateOrder(tx, keyOf(order), toReviewColumns(review))
  if (order.dispatch === 'review') await changeIncident(tx, keyOf(order))
}

/** One attempt to send an order; the token identifies its claim. */
export type AttemptKey = {
  user_id: number
  order_id: bigint
  number: number
  token: string
  provider_id: number
}

/** Whether the attempt's outcome is still awaited. False if the row has another token. */
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
    fault,
    providerOrder = null,
    refusalText = null,
  }: {
    state: 'accepted' | 'rejected' | 'not_sent' | 'refused' | 'unknown'
    fault: Fault | null
    providerOrder?: string | null
    refusalText?: string | null
  },
): Promise<void> {
  await tx
    .updateTable('order_attempts')
    .set({
      state,
      refusal_text: refusalText,
      fault: fault && toStoredFault(fault),
      provider_order: providerOrder,
      finished_at: sql<Date>`tally_now()`,
      tx_id: sql`pg_current_xact_id()::text::bigint`,
    })
    .where('user_id', '=', user_id)
    .where('order_id', '=', order_id)
    .where('number', '=', number)
    .where('token', '=', token)
    .execute()
}
