import * as z from 'zod/mini'

import { endpoint } from '#contract/base/endpoint.ts'
import { day, time } from '#contract/base/fields.ts'
import { sumCodec } from '#contract/base/money-codec.ts'

/** The grouping of the figures. */
export const reportCuts = ['day', 'service', 'provider', 'platform', 'customer'] as const
export type ReportCut = (typeof reportCuts)[number]

/** The period of comparison: the same number of days before, the same days a year before, or none. */
export const reportComparisons = ['previous', 'year', 'none'] as const
export type ReportComparison = (typeof reportComparisons)[number]

export const reportSorts = [
  'name',
  'orders',
  'sold',
  'refunded',
  'revenue',
  'cost',
  'margin',
  'deposits',
  'bonuses',
  'corrections',
] as const
export type ReportSort = (typeof reportSorts)[number]

export const reportDaysMax = 366
export const reportDaysDefault = 30

/** `revenue`: sales less refunds; `margin`: revenue less cost. Deposits, bonuses, corrections exist only by day and customer. */
export const reportFigures = z.object({
  orders: z.int(),
  sold: sumCodec,
  refunded: sumCodec,
  revenue: sumCodec,
  cost: sumCodec,
  margin: sumCodec,
  deposits: z.nullable(sumCodec),
  bonuses: z.nullable(sumCodec),
  corrections: z.nullable(sumCodec),
})
export type ReportFigures = z.output<typeof reportFigures>

const figuresOfBoth = { now: reportFigures, before: z.nullable(reportFigures) }

/** `key`: the day, the platform, or the id; "0" for no provider and for a deleted service. */
export const reportRow = z.object({ key: z.string(), name: z.nullable(z.string()), ...figuresOfBoth })
export type ReportRow = z.output<typeof reportRow>

const query = {
  from: z.optional(day),
  to: z.optional(day),
  by: z._default(z.enum(reportCuts), 'day'),
  compare: z._default(z.enum(reportComparisons), 'previous'),
  sort: z.optional(z.enum(reportSorts)),
  direction: z.optional(z.enum(['ascending', 'descending'])),
}

/**
 * Each figure belongs to the UTC day on which it happened: a refund to its own, a cost to the day on which the provider took the
 * order. Everything before `counted_until` is included; null if nothing was counted yet. The rows and `others` (the sum of rows
 * beyond the first 200) add up to `total`. Days are the newest first, unless they are sorted otherwise.
 */
export const getMoneyReport = endpoint({
  method: 'GET',
  path: '/api/admin/reports/money',
  access: 'admin',
  needs: 'reports',
  summary:
    'Revenue, cost, margin, deposits and refunds of up to 366 days, by day, service, provider, platform or customer; the last 30 days by default',
  query: z.strictObject(query),
  answer: {
    status: 200,
    schema: z.object({
      success: z.literal(true),
      from: day,
      to: day,
      before_from: z.nullable(day),
      before_to: z.nullable(day),
      counted_until: z.nullable(time),
      total: z.object(figuresOfBoth),
      rows: z.array(reportRow),
      others: z.nullable(z.object({ count: z.int(), ...figuresOfBoth })),
    }),
  },
  errors: [],
})
export type MoneyReport = z.output<typeof getMoneyReport.answer.schema>

export const exportMoneyReport = endpoint({
  method: 'GET',
  path: '/api/admin/reports/money/export.csv',
  access: 'admin',
  needs: 'reports',
  summary: 'The same as a CSV file, with all rows and the total last',
  query: z.strictObject(query),
  answer: { status: 200, type: 'text/csv' },
  errors: [],
})
