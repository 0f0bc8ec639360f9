import * as z from 'zod/mini'

import { endpoint } from '#contract/base/endpoint.ts'
import { order, orderCounts } from '#contract/orders/orders.ts'
import { ownDeposit } from '#contract/payments/payments.ts'
import { spending } from './spending.ts'
import { ticket } from '#contract/support/tickets.ts'

/** Max. items per kind on the dashboard. Recent orders: spec §9. */
export const dashboardLimits = { active: 5, partial: 3, again: 4, tickets: 3, refillable: 20 } as const
/** Days for which a partial delivery is shown, and for which most services promise a refill. */
export const dashboardDays = { partial: 7, refillable: 30 } as const

/**
 * A customer's dashboard in one call, each part bounded. Staff viewing as the customer see money and tickets only as their own
 * permissions allow.
 */
export const getDashboard = endpoint({
  method: 'GET',
  path: '/api/user/dashboard',
  access: 'user',
  viewNeeds: 'orders',
  summary: 'Your dashboard: orders, what needs attention, and spending',
  answer: {
    status: 200,
    schema: z.object({
      success: z.literal(true),
      counts: orderCounts,
      /** The newest five. */
      recent: z.array(order),
      /** The newest that are pending or in progress. */
      active: z.array(order),
      /** The newest order of each recently ordered service that is still on sale. */
      again: z.array(order),
      attention: z.object({
        /** Partially delivered within a week. */
        partial: z.array(order),
        /** How many recent orders can be refilled; 20 means 20 or more. */
        refillable: z.int(),
        /** The newest open deposit. */
        deposit: z.nullable(ownDeposit),
        /** Those with an unread reply. */
        tickets: z.array(ticket),
      }),
      spending: z.nullable(spending),
    }),
  },
  errors: [],
})
export type Dashboard = z.output<typeof getDashboard.answer.schema>
