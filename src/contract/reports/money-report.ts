import * as z from 'zod/mini'

import { endpoint } from '#contract/base/endpoint.ts'
import { day, time } from '#contract/base/fields.ts'
import { sumCodec } from '#contract/base/sum-codec.ts'

/** What the figures of a period are laid out by. */
export const reportCuts = ['day', 'service', 'provider', 'platform', 'customer'] as const
export type ReportCut = (typeof reportCuts)[number]

/** What they are laid beside: as many days right before, the same days a year before, or nothing. */
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

/** `revenue` is sold less refunded, `margin` that less cost. What comes in belongs to days and customers alone. */
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

/** `key`: the day, the platform, or the id; "0" of no provider and of a service that is not there any more. */
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
 * Each figure belongs to the UTC day on which it happened: a refund to its own, a cost to that of the provider's taking the
 * order. Everything before `counted_until` is in it; null where nothing was counted yet. The rows and `others`, which are
 * the sum of those beyond the first 200, add up to `total`.
 */
export const getMoneyReport = endpoint({
  method: 'GET',
  path: '/api/admin/reports/money',
  access: 'admin',
  needs: 'reports',
  summary:
    'Revenue, cost, margin, deposits and refunds of up to 366 days, by day, service, provider, platform or customer; the last 30 days where none are named',
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
  summary: 'The same as a CSV file, with all of its rows and the total as the last',
  query: z.strictObject(query),
  answer: { status: 200, type: 'text/csv' },
  errors: [],
})
