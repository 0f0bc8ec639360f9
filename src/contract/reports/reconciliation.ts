import * as z from 'zod/mini'

import { endpoint } from '#contract/base/endpoint.ts'
import { bigId, day, id, time } from '#contract/base/fields.ts'
import { orderStatuses } from '#contract/orders/order-statuses.ts'
import { sumCodec } from '#contract/base/sum-codec.ts'

/**
 * Why what a gateway says arrived and what the ledger has are not the same: it is not credited, staff credited another
 * amount, more or less arrived than the invoice's amount that was credited, or none of these.
 */
export const depositDifferences = [
  'not_credited',
  'by_staff',
  'more_arrived',
  'less_arrived',
  'unexplained',
] as const

/** Why an order's charge is not what the provider's rate asked for; `not_told`: it ended and no charge was ever said. */
export const chargeDifferences = ['charged_more', 'charged_less', 'not_told'] as const

const depositDifference = z.object({
  /** The deposit's, and its line's in the ledger. */
  id: bigId,
  user_id: id,
  reference: z.nullable(z.string()),
  code: z.enum(depositDifferences),
  gateway_status: z.nullable(z.string()),
  confirmed: sumCodec,
  credited: sumCodec,
})

const chargeDifference = z.object({
  id: bigId,
  user_id: id,
  provider_order: z.nullable(z.string()),
  status: z.enum(orderStatuses),
  code: z.enum(chargeDifferences),
  expected: sumCodec,
  charged: z.nullable(sumCodec),
})

/**
 * `spent` is what the day's orders cost, `unexplained` how much more is gone than that: below zero where it was topped up or
 * something was given back. A balance is read every few minutes, so orders around midnight may stand on the other day.
 */
const balance = z.object({
  opening: sumCodec,
  opening_at: time,
  closing: sumCodec,
  closing_at: time,
  spent: sumCodec,
  unexplained: sumCodec,
})

/**
 * A UTC day's ledger beside the others' books, in USD. Of gateways: what each says arrived, and what was credited; less than a cent is no difference between those two. Of
 * providers: the orders that each took on the day, what they were to cost by its rate for what was delivered, and what it
 * charged for them; differences below the last digit of a charge are `rounding` and are not named. At most 100 of each are
 * named, the largest first; `differences` says how many there are.
 */
export const getReconciliation = endpoint({
  method: 'GET',
  path: '/api/admin/reports/reconciliation',
  access: 'admin',
  needs: 'reports',
  summary:
    "A day's ledger beside what gateways and providers say, with each difference; yesterday where no day is named",
  query: z.strictObject({ day: z.optional(day) }),
  answer: {
    status: 200,
    schema: z.object({
      success: z.literal(true),
      day,
      counted_until: z.nullable(time),
      gateways: z.array(
        z.object({
          gateway: z.string(),
          deposits: z.int(),
          confirmed: sumCodec,
          credited: sumCodec,
          differences: z.int(),
          named: z.array(depositDifference),
        }),
      ),
      providers: z.array(
        z.object({
          provider_id: id,
          name: z.string(),
          orders: z.int(),
          /** Of those that are under way and not charged for yet: no difference. */
          open: z.int(),
          expected: sumCodec,
          charged: sumCodec,
          rounding: sumCodec,
          differences: z.int(),
          named: z.array(chargeDifference),
          balance: z.nullable(balance),
        }),
      ),
    }),
  },
  errors: [],
})
export type Reconciliation = z.output<typeof getReconciliation.answer.schema>
