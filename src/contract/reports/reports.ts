import * as z from 'zod/mini'
import { endpoint } from '#contract/base/endpoint.ts'
import { moneyCodec } from '#contract/base/money-codec.ts'

/**
 * Headline numbers. `revenue` is what orders brought less what was refunded; `inReview` counts the orders that a
 * person must look at, `depositsInReview` the deposits: each what its list with `attention=true` shows.
 * Where they are 1,000 or more the figure is up to a minute old, and 100,000 is 100,000 or more.
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
