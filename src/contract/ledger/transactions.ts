import * as z from 'zod/mini'
import { carried } from '#contract/base/codes.ts'
import { endpoint } from '#contract/base/endpoint.ts'
import {
  bigId,
  idParam,
  namedKey,
  numberInText,
  periodEnd,
  periodStart,
  search,
  time,
} from '#contract/base/fields.ts'
import { ledgerLineCodes } from './ledger-lines.ts'
import { moneyCodec } from '#contract/base/money-codec.ts'
import { cursorPaging, nextCursor, pageNumber, pagination } from '#contract/base/paging.ts'

export const transactionTypes = ['deposit', 'order', 'refund', 'bonus'] as const
export const transactionStatuses = ['pending', 'processing', 'completed', 'canceled'] as const
export type TransactionType = (typeof transactionTypes)[number]
export type TransactionStatus = (typeof transactionStatuses)[number]

/** A ledger row, or a deposit that is not in the ledger. `amount` is signed: an order's is negative. */
export const transaction = z.object({
  id: bigId,
  type: z.enum(transactionTypes),
  status: z.enum(transactionStatuses),
  amount: moneyCodec,
  /** In English; other languages build it from `code` and `details`. */
  description: z.string(),
  code: z.enum(ledgerLineCodes),
  details: carried,
  payment_method: z.nullable(z.string()),
  reference_id: z.nullable(z.string()),
  order_id: z.nullable(bigId),
  /** The API key that placed the order. */
  api_key: z.nullable(namedKey),
  balance_after: z.nullable(moneyCodec),
  created_at: time,
})
export type Transaction = z.output<typeof transaction>

/** `totalOrders` is what orders cost, as a positive amount; balance = totalDeposits − totalOrders + refundsAndBonuses. */
export const summary = z.object({
  balance: moneyCodec,
  totalDeposits: moneyCodec,
  totalOrders: moneyCodec,
  refundsAndBonuses: moneyCodec,
})

const ofUser = { userId: z.optional(idParam), user_id: z.optional(idParam) }

/** `from` is inclusive, `to` exclusive; a date without a time is the whole UTC day. */
const period = { from: z.optional(periodStart), to: z.optional(periodEnd) }

/**
 * `search` is an id (of a line or its order), found at any age. Other words are searched in the order's service (not
 * for refunds), payment method, reference and staff's reason, in the next lines below the cursor (`searched`). Numbered
 * pages over all orders reach all of them, those of another type or a period the newest 1,000 lines; a cursor reaches
 * all.
 */
const filters = {
  type: z.optional(z.enum(transactionTypes)),
  status: z.optional(z.enum(transactionStatuses)),
  search,
  ...period,
}

export const listTransactions = endpoint({
  method: 'GET',
  path: '/api/user/transactions',
  access: 'user',
  needs: 'money',
  summary: 'Your transactions and open deposits, newest first',
  query: z.strictObject({ ...ofUser, ...filters, ...cursorPaging, page: z.optional(pageNumber) }),
  answer: {
    status: 200,
    schema: z.object({
      success: z.literal(true),
      transactions: z.array(transaction),
      next_cursor: nextCursor,
      summary,
      /** Only with `page`. */
      pagination: z.optional(pagination),
      /** Set if a search read only this many lines below its cursor; the `next_cursor` of the last page continues. */
      searched: z.optional(z.int()),
    }),
  },
  errors: ['insufficient_permissions'],
})

export const exportTransactions = endpoint({
  method: 'GET',
  path: '/api/user/transactions/export.csv',
  access: 'user',
  needs: 'money',
  summary:
    'Your transactions and open deposits by the same filters as a CSV file, newest first; at most 100,000',
  query: z.strictObject({ ...ofUser, ...filters }),
  answer: { status: 200, type: 'text/csv' },
  errors: ['insufficient_permissions'],
})

/** Max. lines of a statement. A longer one has sums by day (`getStatementSums`); the CSV file has all lines. */
export const STATEMENT_LINES_MAX = 2_000

export const getStatement = endpoint({
  method: 'GET',
  path: '/api/user/statement',
  access: 'user',
  needs: 'money',
  summary: 'The transactions of a period, oldest first, with opening and closing balance',
  query: z.strictObject({ ...ofUser, ...period }),
  answer: {
    status: 200,
    schema: z.object({
      success: z.literal(true),
      from: z.nullable(time),
      to: z.nullable(time),
      opening_balance: moneyCodec,
      closing_balance: moneyCodec,
      /** closing = opening + totalDeposits − totalOrders + refundsAndBonuses. */
      totals: z.omit(summary, { balance: true }),
      transactions: z.array(transaction),
    }),
  },
  errors: ['insufficient_permissions'],
})

/** Max. lines summed by one call. */
export const STATEMENT_PART_LINES = 10_000

/** Sums of a quarter of an hour, so that days of every time zone can be composed of them. */
const quarterSums = z.object({
  since: time,
  lines: z.int(),
  totals: z.omit(summary, { balance: true }),
})
export type QuarterSums = z.output<typeof quarterSums>

export const getStatementSums = endpoint({
  method: 'GET',
  path: '/api/user/statement/sums',
  access: 'user',
  needs: 'money',
  summary:
    'The sums of a period with any number of transactions, by quarter of an hour: 10,000 transactions per call, the next ones with `after`',
  query: z.strictObject({
    ...ofUser,
    ...period,
    after: z.optional(numberInText(z.int().check(z.minimum(0), z.maximum(2_147_483_646)))),
  }),
  answer: {
    status: 200,
    schema: z.object({
      success: z.literal(true),
      /** The number of lines in the whole period, and in this part plus those before it. */
      lines: z.int(),
      lines_read: z.int(),
      /** For the next call; null at the end. */
      after: z.nullable(z.int()),
      /** Before and after this part: closing = opening + deposits − orders + refunds and bonuses. */
      opening_balance: moneyCodec,
      closing_balance: moneyCodec,
      sums: z.array(quarterSums),
    }),
  },
  errors: ['insufficient_permissions'],
})
