import * as z from 'zod/mini'

import { endpoint } from '#contract/base/endpoint.ts'
import { day, idParam, time } from '#contract/base/fields.ts'
import { type Money, money } from '#contract/base/money.ts'
import { moneyCodec } from '#contract/base/money-codec.ts'

/** So many days are told of, the last of which is today. */
export const SPENDING_DAYS = 30

/** `refunded` is what came back on that day, also of an order from before. */
export const spendingDay = z.object({ day, orders: z.int(), spent: moneyCodec, refunded: moneyCodec })

/**
 * What one customer's orders cost on each of the last 30 days in UTC, the oldest first; the last is today so far.
 * `counted_until` is null: all of it is in. While the ledger is counted anew after an upgrade, it is how far that is.
 */
export const spending = z.object({
  days: z.array(spendingDay).check(z.length(SPENDING_DAYS)),
  counted_until: z.nullable(time),
})
export type Spending = z.output<typeof spending>

export const getSpending = endpoint({
  method: 'GET',
  path: '/api/user/spending',
  access: 'user',
  needs: 'money',
  summary: "What one's orders cost on each of the last 30 days in UTC",
  query: z.strictObject({ userId: z.optional(idParam), user_id: z.optional(idParam) }),
  answer: { status: 200, schema: z.object({ success: z.literal(true), ...spending.shape }) },
  errors: ['insufficient_permissions'],
})

/** Fewer days, or orders on fewer of them, tell nothing of the days to come. */
const DAYS_MIN = 7
const DAYS_WITH_ORDERS_MIN = 3

/** What was spent, less what came back, in so many whole days. */
export type Pace = { spent: Money; days: number }

/**
 * How fast a customer spends, by the whole days since the first on which they did; today is not over. Undefined where that is
 * too short a time to go by.
 */
export function findPace({ days }: Pick<Spending, 'days'>): Pace | undefined {
  const whole = days.slice(0, -1)
  const first = whole.findIndex(({ orders }) => orders > 0)
  const used = first === -1 ? [] : whole.slice(first)
  const spent = used.reduce((sum, one) => sum + one.spent - one.refunded, 0n)
  const daysWithOrders = used.filter(({ orders }) => orders > 0).length
  if (used.length < DAYS_MIN || daysWithOrders < DAYS_WITH_ORDERS_MIN || spent <= 0n) return undefined
  return { spent: money(spent), days: used.length }
}

/** For how many whole days an amount lasts at that pace. */
export function daysOf(amount: bigint, { spent, days }: Pace): number {
  return amount <= 0n ? 0 : Number((amount * BigInt(days)) / spent)
}
