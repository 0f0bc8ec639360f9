import * as z from 'zod/mini'

import { endpoint } from '#contract/base/endpoint.ts'
import { bigId, id, search, time } from '#contract/base/fields.ts'
import { moneyCodec } from '#contract/base/money-codec.ts'
import { transactionTypes } from '#contract/ledger/transactions.ts'
import { orderStatuses } from '#contract/orders/order-statuses.ts'
import { depositStatuses } from '#contract/payments/payments.ts'
import { ticketStatuses } from '#contract/support/tickets.ts'

/** Max. results per kind. */
export const SEARCH_FOUND_MAX = 5

const foundOrder = z.object({
  id: bigId,
  service_name: z.string(),
  quantity: z.int(),
  status: z.enum(orderStatuses),
})
const foundTicket = z.object({ id: bigId, subject: z.string(), status: z.enum(ticketStatuses) })
const foundTransaction = z.object({
  id: bigId,
  type: z.enum(transactionTypes),
  /** Signed: negative for an order. */
  amount: moneyCodec,
  order_id: z.nullable(bigId),
  created_at: time,
})

/** Each list is present only with its permission. */
const foundByStaff = z.object({
  orders: z.optional(z.array(z.extend(foundOrder, { user_email: z.string() }))),
  users: z.optional(z.array(z.object({ id, name: z.string(), email: z.string() }))),
  deposits: z.optional(
    z.array(
      z.object({ id: bigId, amount: moneyCodec, status: z.enum(depositStatuses), user_email: z.string() }),
    ),
  ),
  tickets: z.optional(z.array(z.extend(foundTicket, { user_name: z.string() }))),
})

/**
 * For the command palette. Orders are found by id, whole link, or a word of the service in the newest 200; tickets by
 * id, order, or a word of the subject in the newest 200; transactions by id, order, or amount in the newest 1,000.
 * Staff find orders, deposits and tickets of all customers by id, deposits also by reference, and users by name or
 * email. An empty search finds nothing.
 */
export const searchEverything = endpoint({
  method: 'GET',
  path: '/api/search',
  access: 'user',
  viewNeeds: 'orders',
  summary:
    'The newest few of your orders, tickets and transactions that match, and for staff of all customers',
  query: z.strictObject({ search }),
  answer: {
    status: 200,
    schema: z.object({
      success: z.literal(true),
      orders: z.array(foundOrder),
      tickets: z.array(foundTicket),
      transactions: z.array(foundTransaction),
      /** Null for customers, and for staff who view the panel as one. */
      staff: z.nullable(foundByStaff),
    }),
  },
  errors: [],
})
export type Found = z.output<typeof searchEverything.answer.schema>
