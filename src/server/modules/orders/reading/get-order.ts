import type { Kysely } from 'kysely'

import { AppError } from '#contract/base/errors.ts'
import type { Order, OrderInFull, getOrderAgain as endpoint } from '#contract/orders/orders.ts'
import type { AnswerOf } from '#contract/base/endpoint.ts'
import { money } from '#contract/base/money.ts'
import { isExtraName } from '#contract/catalogue/service-types.ts'
import type { Context } from '#server/context.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { pollOrderNow } from '#server/modules/orders/polling/poll-order.ts'
import type { OrderKey } from '#server/modules/orders/state/order-queries.ts'

import { bareOrderColumns, findOrderRow, listEventRows, orderColumns } from './reading-queries.ts'
import { toCustomersEvents, toExpectation, toOrder, toRefusals, toSamples } from './to-order.ts'

/** When the customer presses Refresh Status, a status this recent is not requested again. */
const FRESH_SECONDS = 3
/** Max. wait for a slow provider; its answer is stored even if it arrives later. */
const REFRESH_TIMEOUT_MS = 3000

/** An order with its timeline and delivery. Another user's order is `order_not_found`. */
export async function getOrder(ctx: Context, key: OrderKey): Promise<OrderInFull> {
  const row = await findOrderRow(ctx.db, key)
  if (row === undefined) throw new AppError('order_not_found')
  const [events, progress] = await Promise.all([listEventRows(ctx.db, key), findDeliveryRow(ctx.db, key)])
  return {
    ...toOrder(row),
    ...toRefusals(row),
    events: toCustomersEvents(events),
    samples: toSamples(row, progress?.samples ?? []),
    expected: toExpectation(progress?.delivery, row.quantity),
  }
}

/** The same order after polling its provider, unless that was done just now. `left` ends the wait when the client disconnects. */
export async function refreshOrder(ctx: Context, key: OrderKey, left: AbortSignal): Promise<Order> {
  const signal = AbortSignal.any([left, AbortSignal.timeout(REFRESH_TIMEOUT_MS)])
  await pollOrderNow(ctx, { ...key, ageSeconds: FRESH_SECONDS, signal })
  const row = await findOrderRow(ctx.db, key)
  if (row === undefined) throw new AppError('order_not_found')
  return toOrder(row)
}

/** The order's delivery so far, and the delivery times measured for its service. */
async function findDeliveryRow(db: Kysely<DB>, { userId, id }: OrderKey) {
  return db
    .selectFrom('orders')
    .leftJoin('delivery_times', 'delivery_times.service_id', 'orders.service_id')
    .select(['orders.samples', 'delivery_times.delivery'])
    .where('orders.user_id', '=', userId)
    .where('orders.id', '=', id)
    .executeTakeFirst()
}

type OrderAgain = AnswerOf<typeof endpoint>['order']

/** What the customer typed for an order, to prefill the form. Another user's order is `order_not_found`. */
export async function getOrderAgain({ db }: Context, { userId, id }: OrderKey): Promise<OrderAgain> {
  const row = await db
    .selectFrom('orders')
    .select(['id', 'service_id', 'service_name', 'link', 'quantity', 'price', 'details'])
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) throw new AppError('order_not_found')
  return { ...row, id: Number(row.id), price: money(row.price), details: toTypedDetails(row.details) }
}

/** Only fields that customers fill in. */
function toTypedDetails(details: unknown): OrderAgain['details'] {
  const all = Object.entries(details ?? {})
  return Object.fromEntries(all.filter(([name, text]) => isExtraName(name) && typeof text === 'string'))
}

type FoundOrder = Order & Pick<OrderInFull, 'refill_refusal' | 'cancel_refusal'>

/** Orders by id as their customer sees them, oldest first. Those of other users are left out. */
export async function findOrders(
  db: Kysely<DB>,
  { userId, ids }: { userId: number; ids: readonly number[] },
): Promise<FoundOrder[]> {
  const rows = await db
    .selectFrom('orders')
    .select(orderColumns(userId))
    .where('orders.user_id', '=', userId)
    .where('orders.id', 'in', ids.map(BigInt))
    .orderBy('orders.id')
    .execute()
  return rows.map((row) => ({ ...toOrder(row), ...toRefusals(row) }))
}

/** The same without the names of API keys: programs request hundreds at a time, and each name costs a look-up. */
export async function findBareOrders(
  db: Kysely<DB>,
  { userId, ids }: { userId: number; ids: readonly number[] },
): Promise<Omit<FoundOrder, 'api_key'>[]> {
  const rows = await db
    .selectFrom('orders')
    .select(bareOrderColumns(userId))
    .where('orders.user_id', '=', userId)
    .where('orders.id', 'in', ids.map(BigInt))
    .orderBy('orders.id')
    .execute()
  return rows.map((row) => {
    const whole = { ...row, key_name: null }
    const { api_key: _, ...order } = toOrder(whole)
    return { ...order, ...toRefusals(whole) }
  })
}
