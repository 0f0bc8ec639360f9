import type { FastifyInstance } from 'fastify'

import { listOrderedServices as listOrdered } from '#contract/catalogue/favourites.ts'
import { placeMassOrder } from '#contract/orders/mass-orders.ts'
import { createOrder } from '#contract/orders/order-placing.ts'
import { toExactDraft } from '#contract/orders/order-rules.ts'
import {
  cancelOrder,
  exportOrders,
  findOpenOrder,
  getOrder,
  getOrderAgain,
  getOrderStatus,
  listOrders,
  type Order,
  refillOrder,
} from '#contract/orders/orders.ts'
import type { Context } from '#server/context.ts'
import { type Cell, mountCsv } from '#server/lib/http/mount-csv.ts'
import { mount } from '#server/lib/http/mount.ts'

import { orderViewsRoutes } from '#server/modules/orders/admin/order-views-routes.ts'
import { adminOrderRoutes } from '#server/modules/orders/admin/admin-routes.ts'
import { requestRefill } from '#server/modules/orders/refills/request-refill.ts'
import { cancelOrder as cancel } from '#server/modules/orders/cancel/cancel-order.ts'
import { placeMassOrder as placeMass } from '#server/modules/orders/mass-orders/place-mass-order.ts'
import { placeOrder } from '#server/modules/orders/placing/place-order.ts'
import { exportOrders as makeExport } from '#server/modules/orders/reading/export-orders.ts'
import { listOrders as list } from '#server/modules/orders/reading/list-orders.ts'
import { findOpenOrder as findOpen } from '#server/modules/orders/reading/find-open-order.ts'
import { listOrderedServices } from '#server/modules/orders/reading/list-ordered-services.ts'
import {
  getOrderAgain as getAgain,
  getOrder as get,
  refreshOrder,
} from '#server/modules/orders/reading/get-order.ts'
import { sentencesRoutes } from '#server/modules/orders/sentences/sentences-routes.ts'

export function ordersRoutes(app: FastifyInstance, ctx: Context): void {
  adminOrderRoutes(app, ctx)
  orderViewsRoutes(app, ctx)
  sentencesRoutes(app, ctx)

  mount(app, ctx, createOrder, async ({ caller, body, idempotencyKey, setHeader }) => {
    const { id: userId, keyId } = caller
    const request = { userId, keyId, body, idempotencyKey, toDraft: toExactDraft }
    const { order, balance, isReplayed } = await placeOrder(ctx, request)
    if (isReplayed) setHeader('Idempotent-Replayed', 'true')
    return { success: true, message: 'Order placed successfully', order, balance }
  })

  mount(app, ctx, placeMassOrder, async ({ caller, body: { lines }, idempotencyKey, setHeader }) => {
    const request = { userId: caller.id, lines, idempotencyKey, keyId: caller.keyId }
    const { results, balance, isReplayed } = await placeMass(ctx, request)
    if (isReplayed) setHeader('Idempotent-Replayed', 'true')
    return { success: true, results, balance }
  })

  mount(app, ctx, listOrders, ({ userId, query }) => list(ctx, userId, query))

  mount(app, ctx, findOpenOrder, async ({ userId, query: { link } }) => ({
    success: true,
    order: await findOpen(ctx, { userId, link }),
  }))

  mount(app, ctx, listOrdered, async ({ userId }) => ({
    success: true,
    service_ids: await listOrderedServices(ctx.db, userId),
  }))

  mountCsv(app, ctx, exportOrders, {
    filename: 'orders.csv',
    columns: [...csvColumns],
    rows: ({ userId, query }) => toCsvRows(makeExport(ctx, userId, query)),
  })

  mount(app, ctx, getOrder, async ({ userId, params }) => {
    return { success: true, order: await get(ctx, { userId, id: BigInt(params.id) }) }
  })

  mount(app, ctx, getOrderAgain, async ({ userId, params }) => {
    return { success: true, order: await getAgain(ctx, { userId, id: BigInt(params.id) }) }
  })

  mount(app, ctx, getOrderStatus, ({ caller, userId, params, signal }) => {
    const key = { userId, id: BigInt(params.id) }
    // Staff viewing as this customer only read: the provider is not asked.
    return caller.viewer === undefined ? refreshOrder(ctx, key, signal) : get(ctx, key)
  })

  mount(app, ctx, refillOrder, async ({ userId, params, by }) => {
    await requestRefill(ctx, { userId, id: BigInt(params.id), by })
    return { success: true, message: 'Refill requested successfully' }
  })

  mount(app, ctx, cancelOrder, async ({ userId, params, by }) => {
    const outcome = await cancel(ctx, { userId, id: BigInt(params.id), by })
    const message = outcome === 'canceled' ? 'Order canceled and refunded' : 'Cancellation requested'
    return { success: true, message }
  })
}

const csvColumns = [
  'id',
  'created_at',
  'service_id',
  'service_name',
  'link',
  'quantity',
  'price',
  'refunded',
  'status',
  'start_count',
  'remains',
  'updated_at',
  'api_key',
] as const

async function* toCsvRows(orders: AsyncIterable<Order>): AsyncGenerator<Cell[]> {
  for await (const order of orders)
    yield csvColumns.map((column) => (column === 'api_key' ? (order.api_key?.name ?? null) : order[column]))
}
