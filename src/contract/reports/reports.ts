import * as z from 'zod/mini'
import { endpoint } from '#contract/base/endpoint.ts'
import { moneyCodec } from '#contract/base/money-codec.ts'

/**
 * Headline numbers. `revenue` is sales less refunds; `inReview` and `depositsInReview` count the orders and deposits that need
 * review, as their lists with `attention=true` show them. From 1,000 on a count is up to a minute old, and 100,000 means at least
 * that many.
 */
export const getStats = endpoint({
  method: 'GET',
  path: '/api/admin/stats',
  access: 'admin',
  needs: 'reports',
  summary: 'Users, orders and revenue',
  answer: {
    status: 200,
    schema: z.object({
      success: z.literal(true),
      data: z.object({
        totalUsers: z.int(),
        totalOrders: z.int(),
        completedOrders: z.int(),
        revenue: moneyCodec,
        inReview: z.int(),
        depositsInReview: z.int(),
      }),
    }),
  },
  errors: [],
})

/**
 * Counted figures for the landing page of an operator without own figures. `start_times` are medians from placing to
 * the first sign of delivery, for the newest orders; platforms with too few are left out.
 */
export const getFigures = endpoint({
  method: 'GET',
  path: '/api/figures',
  access: 'public',
  summary: 'Orders placed and completed, and how soon orders start, counted at most a few minutes ago',
  answer: {
    status: 200,
    schema: z.object({
      orders: z.int(),
      completed: z.int(),
      start_times: z.array(z.object({ platform: z.string(), seconds: z.int(), orders: z.int() })),
    }),
  },
  errors: [],
})
