import * as z from 'zod/mini'

import { endpoint } from '#contract/base/endpoint.ts'
import { day, id, time } from '#contract/base/fields.ts'
import { sumCodec } from '#contract/base/money-codec.ts'

/** Days of the small charts, today the last of them; best sellers are those of the last seven. */
export const TODAY_DAYS = 14
export const BEST_SELLERS_DAYS = 7
export const BEST_SELLERS_MAX = 5

/** `customers` are those who registered. */
const figures = z.object({ revenue: sumCodec, margin: sumCodec, orders: z.int(), customers: z.int() })
export type TodayFigures = z.output<typeof figures>

/**
 * The UTC day so far, yesterday up to the same time of day (`yesterday`, in steps of ten minutes) and the days before. Money and
 * orders are those before `counted_until`; null if nothing was counted yet. `has_orders`: there is at least one order.
 */
export const getToday = endpoint({
  method: 'GET',
  path: '/api/admin/reports/today',
  access: 'admin',
  needs: 'reports',
  summary:
    "Today's revenue, margin, orders and new customers, beside yesterday at this hour, and the best sellers of a week",
  answer: {
    status: 200,
    schema: z.object({
      success: z.literal(true),
      counted_until: z.nullable(time),
      has_orders: z.boolean(),
      today: figures,
      yesterday: figures,
      /** The last 14 days, oldest first; the last is today. */
      days: z.array(z.extend(figures, { day })),
      best_sellers: z.array(
        z.object({
          service_id: id,
          /** Null if it was deleted. */
          name: z.nullable(z.string()),
          orders: z.int(),
          revenue: sumCodec,
          margin: sumCodec,
        }),
      ),
    }),
  },
  errors: [],
})
export type Today = Omit<z.output<typeof getToday.answer.schema>, 'success'>
