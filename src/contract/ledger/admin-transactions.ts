import * as z from 'zod/mini'

import { endpoint } from '#contract/base/endpoint.ts'
import { bigIdParam, id, idParam, search } from '#contract/base/fields.ts'
import { moneyCodec } from '#contract/base/money-codec.ts'
import { boundedPagination, nextCursor, pagePaging } from '#contract/base/paging.ts'
import { transaction } from './transactions.ts'

/** As its customer sees it, with whose it is. */
export const adminTransaction = z.extend(transaction, {
  user_id: id,
  /** Null of somebody who is deleted. */
  user_name: z.nullable(z.string()),
  /** What the order cost, where it is one's. */
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
    "Everybody's ledger and open deposits, newest first; at most 300 of them. A search is an id, its own or the order's, a reference, or a part of the user's name or email",
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
    "Everybody's ledger and open deposits by the same filters as a CSV file, newest first; at most 100,000, and of a search what it finds",
  query: z.strictObject(filters),
  answer: { status: 200, type: 'text/csv' },
  errors: [],
})

export const getAdminTransaction = endpoint({
  method: 'GET',
  path: '/api/admin/transactions/:id',
  access: 'admin',
  needs: 'money',
  summary: 'One line of the ledger, or one open deposit',
  params: z.object({ id: bigIdParam }),
  answer: { status: 200, schema: z.object({ success: z.literal(true), transaction: adminTransaction }) },
  errors: ['not_found'],
})
