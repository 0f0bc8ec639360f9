import type { FastifyInstance } from 'fastify'

import { money } from '#contract/money.ts'
import { getStats } from '#contract/reports.ts'
import type { Context } from '#server/context.ts'
import { mount } from '#server/http/mount.ts'
import { countOrdersForAttention } from '#server/orders/desk/count-attention.ts'
import { countDepositsForAttention } from '#server/payments/desk/count-attention.ts'

import { findHeadlines } from './reports-queries.ts'

export function reportsRoutes(app: FastifyInstance, ctx: Context): void {
  mount(app, ctx, getStats, async () => {
    const { users, orders, completed, revenue } = await findHeadlines(ctx.db)
    const inReview = (await countOrdersForAttention(ctx)) + (await countDepositsForAttention(ctx))
    const data = {
      totalUsers: users,
      totalOrders: Number(orders),
      completedOrders: Number(completed),
      revenue: money(BigInt(revenue)),
      inReview,
    }
    return { success: true, data }
  })
}
