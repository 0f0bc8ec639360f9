import * as z from 'zod/mini'

import { endpoint } from '#contract/base/endpoint.ts'
import { day, idParam, time } from '#contract/base/fields.ts'
import { type Money, money } from '#contract/base/money.ts'
import { moneyCodec } from '#contract/base/money-codec.ts'

/** Number of days, including today. */
export const SPENDING_DAYS = 30

/** `refunded` is what was refunded on that day, also of earlier orders. */
export const spendingDay = z.object({ day, orders: z.int(), spent: moneyCodec, refunded: moneyCodec })

/**
 * What a customer's orders cost on each of the last 30 UTC days, oldest first, the last one so far. `before` has the
 * cost of each of the 30 days before. `counted_until` is null if everything is included; during a recount it shows the
 * progress.
 */
export const spending = z.object({
  days: z.array(spendingDay).check(z.length(SPENDING_DAYS)),
  before: z.array(moneyCodec).check(z.length(SPENDING_DAYS)),
  counted_until: z.nullable(time),
})
export type Spending = z.output<typeof spending>

export const getSpending = endpoint({
  method: 'GET',
  path: '/api/user/spending',
  access: 'user',
  needs: 'money',
  summary: 'What your orders cost on each of the last 30 UTC days',
  query: z.strictObject({ userId: z.optional(idParam), user_id: z.optional(idParam) }),
  answer: { status: 200, schema: z.object({ success: z.literal(true), ...spending.shape }) },
  errors: ['insufficient_permissions'],
})

/** With fewer days, or fewer days with orders, there is no prediction. */
const DAYS_MIN = 7
const DAYS_WITH_ORDERS_MIN = 3

/** Spending less refunds over a number of whole days. */
export type Pace = { spent: Money; days: number }

/** A customer's spending over the whole days since their first order, without today. Undefined if those are too few. */
export function findPace({ days }: Pick<Spending, 'days'>): Pace | undefined {
  const whole = days.slice(0, -1)
  const first = whole.findIndex(({ orders }) => orders > 0)
  const used = first === -1 ? [] : whole.slice(first)
  const spent = used.reduce((sum, one) => sum + one.spent - one.refunded, 0n)
  const daysWithOrders = used.filter(({ orders }) => orders > 0).length
  if (used.length < DAYS_MIN || daysWithOrders < DAYS_WITH_ORDERS_MIN || spent <= 0n) return undefined
  return { spent: money(spent), days: used.length }
}

/** How many whole days an amount lasts at that rate of spending. */
export function daysOf(amount: bigint, { spent, days }: Pace): number {
  return amount <= 0n ? 0 : Number((amount * BigInt(days)) / spent)
}
