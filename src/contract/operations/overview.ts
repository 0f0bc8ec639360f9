import * as z from 'zod/mini'

import { endpoint } from '#contract/base/endpoint.ts'
import { time } from '#contract/base/fields.ts'
import { orderStatuses } from '#contract/orders/order-statuses.ts'

/** Orders as of `checked_at`, at most 10 s old. */
export const getOverview = endpoint({
  method: 'GET',
  path: '/api/admin/overview',
  access: 'admin',
  needs: 'reports',
  summary: 'Orders by status',
  answer: {
    status: 200,
    schema: z.object({
      success: z.literal(true),
      checked_at: time,
      /** Orders by status, in life cycle order. */
      orders: z.array(z.object({ status: z.enum(orderStatuses), count: z.int() })),
    }),
  },
  errors: [],
})
export type Overview = z.output<typeof getOverview.answer.schema>

/** What must be set up before the first real sale, in order. */
export const firstSteps = ['provider', 'import', 'gateway', 'mail', 'limits', 'brand', 'contact'] as const
export type FirstStep = (typeof firstSteps)[number]

export const getFirstSteps = endpoint({
  method: 'GET',
  path: '/api/admin/first-steps',
  access: 'admin',
  needs: 'settings',
  summary: 'What is left to set up before the first real sale',
  answer: {
    status: 200,
    schema: z.object({
      success: z.literal(true),
      steps: z.array(z.object({ step: z.enum(firstSteps), is_done: z.boolean() })),
      /** The provider of the first step. */
      provider_id: z.nullable(z.int()),
    }),
  },
  errors: [],
})
