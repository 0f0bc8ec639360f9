import type { FastifyInstance } from 'fastify'

import { createOrder } from '#contract/orders.ts'
import type { Context } from '#server/context.ts'
import { mount } from '#server/http/mount.ts'

import { placeOrder } from './place-order.ts'

/** POST /api/orders/create. */
export function createOrderRoute(app: FastifyInstance, ctx: Context): void {
  mount(app, ctx, createOrder, async ({ ctx, caller, body, idempotencyKey, setHeader }) => {
    const { order, balance, isReplayed } = await placeOrder(ctx, { userId: caller.id, body, idempotencyKey })
    if (isReplayed) setHeader('Idempotent-Replayed', 'true')
    return { success: true, message: 'Order placed successfully', order, balance }
  })
}
