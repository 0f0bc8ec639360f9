import * as z from 'zod/mini'
import { endpoint } from '#contract/base/endpoint.ts'

/**
 * What is true of the shop, counted: for a front page whose operator has claimed nothing. `start_times` are measured, from
 * placing to the first news of the delivery, by the newest orders; a platform without enough of them has none.
 */
export const getFigures = endpoint({
  method: 'GET',
  path: '/api/figures',
  access: 'public',
  summary:
    'Orders that were placed and completed, and how soon orders start, counted at most a few minutes ago',
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
