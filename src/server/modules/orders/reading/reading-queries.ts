import { type Kysely, sql } from 'kysely'

import type { OrderCounts } from '#contract/orders/orders.ts'
import { activeStatuses, type OrderStatus } from '#contract/orders/order-statuses.ts'
import type { DB, Orders } from '#server/lib/postgres/tables.ts'

import { toLinkSpellings } from '#server/lib/postgres/search-text.ts'
import { dispatchState, isCancelAwaited } from '#server/modules/orders/state/order-queries.ts'

import { isForLink, stretch } from './newest-queries.ts'

export const orderColumns = [
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
  dispatchState,
  'orders.review_code',
  'orders.review_details',
  'orders.created_at',
  'orders.updated_at',
] as const

/**
 * There is one at most. A value, and no `exists`: of that the planner reads everybody's open refills first where it expects
 * more orders than a page has.
 */
export const hasOpenRefill = sql<boolean>`orders.refill and coalesce((
  select true from refills where refills.user_id = orders.user_id and refills.order_id = orders.id
    and refills.state in ('asking', 'pending', 'unknown')), false)`.as('has_open_refill')

export async function findOrderRow(db: Kysely<DB>, { userId, id }: { userId: number; id: bigint }) {
  return db
    .selectFrom('orders')
    .select(orderColumns)
    .select(hasOpenRefill)
    .where('orders.user_id', '=', userId)
    .where('orders.id', '=', id)
    .executeTakeFirst()
}
export async function listNamedOrderRows(
  db: Kysely<DB>,
  { userId, ids }: { userId: number; ids: readonly bigint[] },
) {
  return db
    .selectFrom('orders')
    .select(orderColumns)
    .select(hasOpenRefill)
    .where('orders.user_id', '=', userId)
    .where('orders.id', 'in', ids)
    .orderBy('orders.id')
    .execute()
}

/** Of each spelling; whoever orders for one link again and again has the active ones among the newest. */
const ALIKE_MAX = 100

/**
 * Active orders for a link, as people spell it, in any case. Each spelling is a stretch of an index: it costs the same with
 * ten active orders and with a hundred thousand.
 */
export async function listActiveFor(db: Kysely<DB>, { userId, link }: { userId: number; link: string }) {
  const columns = sql`id, service_id, service_name, status, created_at, link`
  const own = stretch(userId, { of: isForLink(sql`spelling`), count: ALIKE_MAX, columns })
  const { rows } = await sql<Pick<Orders, 'service_id' | 'service_name' | 'link'> & ActiveRow>`
    select own.* from unnest(${toLinkSpellings(link)}::text[]) spelling cross join lateral ${own} own
    where status in (${sql.join(activeStatuses.map((one) => sql.lit(one)))}) order by id desc`.execute(db)
  return rows
}
type ActiveRow = { id: bigint; status: OrderStatus; created_at: Date }

/** The services of the newest so many orders, each once, the last ordered first. */
export async function listLastServices(
  db: Kysely<DB>,
  { userId, orders }: { userId: number; orders: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select service_id as id from ${stretch(userId, { count: orders, columns: sql`service_id, id` })} newest
    group by service_id order by max(newest.id) desc`.execute(db)
  return rows.map(({ id }) => id)
}

/** How it was delivered so far, and what was measured of its service's orders. */
export async function findDeliveryRow(db: Kysely<DB>, { userId, id }: { userId: number; id: bigint }) {
  return db
    .selectFrom('orders')
    .leftJoin('delivery_times', 'delivery_times.service_id', 'orders.service_id')
    .select(['orders.samples', 'delivery_times.delivery'])
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

/** From the account's counters, which move in the same tx as the statuses: nothing is counted. */
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

/** What was asked for with it, of which no list reads anything: comments can be long. */
export async function findDetails(db: Kysely<DB>, { userId, id }: { userId: number; id: bigint }) {
  return db
    .selectFrom('orders')
    .select(['id', 'service_id', 'service_name', 'link', 'quantity', 'price', 'details'])
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
}
