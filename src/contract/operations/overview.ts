import * as z from 'zod/mini'

import { endpoint } from '#contract/base/endpoint.ts'
import { time } from '#contract/base/fields.ts'
import { orderStatuses } from '#contract/orders/order-statuses.ts'

/** `waits`: something is late; `down`: it does not work; `unset`: it is not set up. */
export const systemStates = ['ok', 'waits', 'down', 'unset'] as const
export type SystemState = (typeof systemStates)[number]
const state = z.enum(systemStates)

const queue = z.object({ state, due: z.int(), oldest_seconds: z.number() })

/**
 * Current figures of the business and the machine, as of `checked_at`. Expensive ones are read every 10 s at most. `disk` is
 * the answering machine's; null if it can't be read.
 */
export const getOverview = endpoint({
  method: 'GET',
  path: '/api/admin/overview',
  access: 'admin',
  needs: 'reports',
  summary: 'Orders by status, and the state of the parts of the product',
  answer: {
    status: 200,
    schema: z.object({
      success: z.literal(true),
      checked_at: time,
      /** Orders by status, in the order of an order's life. */
      orders: z.array(z.object({ status: z.enum(orderStatuses), count: z.int() })),
      system: z.object({
        database: z.object({ state, milliseconds: z.number() }),
        workers: z.object({ state, count: z.int() }),
        /** Background jobs that failed five times in a row, by name. */
        jobs: z.object({ state, failing: z.array(z.string()) }),
        sending: queue,
        checking: queue,
        providers: z.object({ state, count: z.int(), paused: z.int() }),
        gateway: queue,
        mail: queue,
        disk: z.object({ state, free_bytes: z.nullable(z.int()) }),
        /** When the operator's last backup finished (README, "Backups"); null: never. */
        backup: z.object({ state, finished_at: z.nullable(time) }),
      }),
    }),
  },
  errors: [],
})
export type Overview = z.output<typeof getOverview.answer.schema>

/** What must be set up before the first real sale, in the order to do it. */
export const firstSteps = ['provider', 'import', 'gateway', 'mail', 'limits', 'texts'] as const
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
