import type { FastifyInstance } from 'fastify'

import { cancelOrder, getOrder, getOrderStatus, listOrders, refillOrder } from '#contract/orders.ts'
import type { Context } from '#server/context.ts'
import { mount } from '#server/http/mount.ts'

import { adminOrdersRoutes } from './admin-orders-routes.ts'
import { askRefill } from './ask-refill.ts'
import { cancelOrder as cancel } from './cancel-order.ts'
import { createOrderRoute } from './create-order-route.ts'
import { listOrders as list } from './list-orders.ts'
import { getOrder as get, refreshOrder } from './read-order.ts'

export function ordersRoutes(app: FastifyInstance, ctx: Context): void {
  createOrderRoute(app, ctx)
  adminOrdersRoutes(app, ctx)

  mount(app, ctx, listOrders, ({ userId, query }) => list(ctx, userId, query))

  mount(app, ctx, getOrder, async ({ userId, params }) => {
    return { success: true, order: await get(ctx, { userId, id: BigInt(params.id) }) }
  })

  mount(app, ctx, getOrderStatus, ({ userId, params }) =>
    refreshOrder(ctx, { userId, id: BigInt(params.id) }),
  )

  mount(app, ctx, refillOrder, async ({ userId, params }) => {
    await askRefill(ctx, { userId, id: BigInt(params.id) })
    return { success: true, message: 'Refill requested successfully' }
  })

  mount(app, ctx, cancelOrder, async ({ userId, params }) => {
    const outcome = await cancel(ctx, { userId, id: BigInt(params.id) })
    const message = outcome === 'canceled' ? 'Order canceled and refunded' : 'Cancellation requested'
    return { success: true, message }
  })
}
