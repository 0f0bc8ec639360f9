import { type Kysely, sql } from 'kysely'

import type { OrderCounts } from '#contract/orders/orders.ts'
import { alsoOf } from '#server/lib/postgres/of-customer.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { keyNameOf } from '#server/modules/users/api-keys/key-names.ts'
import { dispatchStateOf, isCancelAwaited } from '#server/modules/orders/state/order-queries.ts'

const columns = [
  'orders.user_id',
  'orders.id',
  'orders.service_id',
  'orders.service_name',
  'orders.link',
  'orders.quantity',
  'orders.price',
  'orders.refunded',
  'orders.status',
  'orders.start_count',
  'orders.remains',
  'orders.refill',
  'orders.cancel',
  isCancelAwaited,
  'orders.review_code',
  'orders.review_details',
  'orders.key_id',
  'orders.created_at',
  'orders.updated_at',
] as const

/** The columns that `toOrder` needs, except for the name of its key. `userId`: whose orders they are, if all are of one. */
export const bareOrderColumns = (userId?: number) =>
  [...columns, dispatchStateOf(userId), hasOpenRefill(userId)] as const

/** The same with the name. */
export const orderColumns = (userId?: number) => {
  const name = keyNameOf({ userId: 'orders.user_id', keyId: 'orders.key_id' }, userId)
  return [...bareOrderColumns(userId), name.as('key_name')] as const
}

/**
 * An order has at most one open refill. A scalar subquery instead of `exists`, for which the planner may read every
 * customer's open refills first.
 */
const hasOpenRefill = (userId?: number) =>
  sql<boolean>`orders.refill and coalesce((
  select true from refills where refills.user_id = orders.user_id and refills.order_id = orders.id
    and refills.state in ('asking', 'pending', 'unknown') ${alsoOf(userId, 'refills')}), false)`.as(
    'has_open_refill',
  )

export async function findOrderRow(db: Kysely<DB>, { userId, id }: { userId: number; id: bigint }) {
  return db
    .selectFrom('orders')
    .select(orderColumns(userId))
    .where('orders.user_id', '=', userId)
    .where('orders.id', '=', id)
    .executeTakeFirst()
}
export type OrderRow = NonNullable<Awaited<ReturnType<typeof findOrderRow>>>

export async function listEventRows(db: Kysely<DB>, { userId, id }: { userId: number; id: bigint }) {
  return db
    .selectFrom('order_events')
    .select(['type', 'details', 'created_at'])
    .where('user_id', '=', userId)
    .where('order_id', '=', id)
    .orderBy('id')
    .limit(200)
    .execute()
}
export type OrderEventRow = Awaited<ReturnType<typeof listEventRows>>[number]

/** From the account's counters, which change in the same tx as the statuses. */
export async function findCounts(db: Kysely<DB>, userId: number): Promise<OrderCounts> {
  const row = await db
    .selectFrom('accounts')
    .select(['orders_seq', 'pending', 'processing', 'completed', 'partial', 'refill'])
    .select(['canceled', 'refunded', 'failed'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const { orders_seq: all = 0, ...statuses } = row ?? {}
  const none = {
    pending: 0,
    processing: 0,
    completed: 0,
    partial: 0,
    refill: 0,
    canceled: 0,
    refunded: 0,
    failed: 0,
  }
  return { all, ...none, ...statuses }
}
