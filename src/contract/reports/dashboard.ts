import * as z from 'zod/mini'

import { endpoint } from '#contract/base/endpoint.ts'
import { order, orderCounts } from '#contract/orders/orders.ts'
import { ownDeposit } from '#contract/payments/payments.ts'
import { spending } from './spending.ts'
import { ticket } from '#contract/support/tickets.ts'

/** How many of each the dashboard shows; of recent orders spec §9 says how many. */
export const dashboardLimits = { active: 5, partial: 3, again: 4, tickets: 3, refillable: 20 } as const
/** A partial delivery is news for so long, and a refill is promised for so long by most. */
export const dashboardDays = { partial: 7, refillable: 30 } as const

/**
 * A customer's first page in one call, each part of it bounded. Staff who see the panel as its customer are told of money and
 * tickets as far as they may read those.
 */
export const getDashboard = endpoint({
  method: 'GET',
  path: '/api/user/dashboard',
  access: 'user',
  viewNeeds: 'orders',
  summary: "One's first page: orders, what needs attention, and what was spent",
  answer: {
    status: 200,
    schema: z.object({
      success: z.literal(true),
      counts: orderCounts,
      /** The newest five. */
      recent: z.array(order),
      /** The newest that are pending or being processed. */
      active: z.array(order),
      /** The newest order of each of the services that were ordered last and are on sale. */
      again: z.array(order),
      attention: z.object({
        /** Delivered in part within a week. */
        partial: z.array(order),
        /** Of the newest delivered orders so many can be refilled; 20 is 20 or more. */
        refillable: z.int(),
        /** The newest payment that is not over. */
        deposit: z.nullable(ownDeposit),
        /** Those with an answer that was not read. */
        tickets: z.array(ticket),
      }),
      spending: z.nullable(spending),
    }),
  },
  errors: [],
})
export type Dashboard = z.output<typeof getDashboard.answer.schema>
