import * as z from 'zod/mini'

import { endpoint } from '#contract/base/endpoint.ts'
import { bigIdParam, id, idParam, search } from '#contract/base/fields.ts'
import { moneyCodec } from '#contract/base/money-codec.ts'
import { boundedPagination, nextCursor, pagePaging } from '#contract/base/paging.ts'
import { transaction } from './transactions.ts'

/** A transaction as its customer sees it, plus the customer. */
export const adminTransaction = z.extend(transaction, {
  user_id: id,
  /** Null for a deleted user. */
  user_name: z.nullable(z.string()),
  /** The price of the order, if it is about one. */
  price: z.nullable(moneyCodec),
})
export type AdminTransaction = z.output<typeof adminTransaction>

const filters = { search, user_id: z.optional(idParam) }

export const listAdminTransactions = endpoint({
  method: 'GET',
  path: '/api/admin/transactions',
  access: 'admin',
  needs: 'money',
  summary:
    "Transactions and open deposits of all customers, newest first; at most 300. Search by id (its own or the order's), reference, or part of the user's name or email",
  query: z.strictObject({ ...filters, before: z.optional(bigIdParam), ...pagePaging }),
  answer: {
    status: 200,
    schema: z.object({
      success: z.literal(true),
      transactions: z.array(adminTransaction),
      next_cursor: nextCursor,
      pagination: boundedPagination,
    }),
  },
  errors: [],
})

export const exportAdminTransactions = endpoint({
  method: 'GET',
  path: '/api/admin/transactions/export.csv',
  access: 'admin',
  needs: 'money',
  summary:
    'Transactions and open deposits of all customers by the same filters as a CSV file, newest first; at most 100,000, and for a search what it finds',
  query: z.strictObject(filters),
  answer: { status: 200, type: 'text/csv' },
  errors: [],
})

export const getAdminTransaction = endpoint({
  method: 'GET',
  path: '/api/admin/transactions/:id',
  access: 'admin',
  needs: 'money',
  summary: 'One transaction, or one open deposit',
  params: z.object({ id: bigIdParam }),
  answer: { status: 200, schema: z.object({ success: z.literal(true), transaction: adminTransaction }) },
  errors: ['not_found'],
})
