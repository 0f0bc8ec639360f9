import type { FastifyInstance } from 'fastify'

import * as calls from '#contract/orders/order-views.ts'
import type { Context } from '#server/context.ts'
import { mount } from '#server/lib/http/mount.ts'

import { changeOrderView, createOrderView, deleteOrderView, listOrderViews } from './order-views.ts'

/** Views of the order list, each member of staff's own. */
export function orderViewsRoutes(app: FastifyInstance, ctx: Context): void {
  const answer = async (userId: number) => ({
    success: true as const,
    views: await listOrderViews(ctx.db, userId),
  })

  mount(app, ctx, calls.listOrderViews, ({ caller }) => answer(caller.id))

  mount(app, ctx, calls.createOrderView, async ({ caller, body }) => {
    await createOrderView(ctx.db, { userId: caller.id, ...body })
    return answer(caller.id)
  })

  mount(app, ctx, calls.changeOrderView, async ({ caller, params, body }) => {
    await changeOrderView(ctx.db, { userId: caller.id, id: params.id, ...body })
    return answer(caller.id)
  })

  mount(app, ctx, calls.deleteOrderView, async ({ caller, params }) => {
    await deleteOrderView(ctx.db, { userId: caller.id, id: params.id })
    return answer(caller.id)
  })
}
