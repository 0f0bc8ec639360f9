import * as z from 'zod/mini'

import { sentFault } from '#contract/base/codes.ts'
import { endpoint } from '#contract/base/endpoint.ts'
import { bigId, day, id, time } from '#contract/base/fields.ts'
import { orderStatuses } from '#contract/orders/order-statuses.ts'
import { sumCodec } from '#contract/base/money-codec.ts'

/**
 * Why a gateway's figure and the ledger differ: not credited, credited by staff with another amount, more or less
 * arrived than the credited invoice amount, or none of these; `taken_back`: staff decided otherwise about what it
 * reversed. From the gateway's own list: `not_here` has one of our references but no deposit, `listed_unpaid` is not
 * paid here, `listed_otherwise` has another amount, and `not_listed` was credited but is not listed.
 */
export const depositDifferences = [
  'not_credited',
  'by_staff',
  'more_arrived',
  'less_arrived',
  'unexplained',
  'taken_back',
  'not_here',
  'listed_unpaid',
  'listed_otherwise',
  'not_listed',
] as const

/** The gateway's own list as last read: its payments of the day; null if its amounts are not comparable. */
const gatewayList = z.object({
  until: time,
  payments: z.int(),
  amount: z.nullable(sumCodec),
  /** Why it has not been readable since. */
  reason: z.nullable(sentFault),
})

/** Why an order's charge differs from the provider's rate; `not_told`: it ended without a known charge. */
export const chargeDifferences = ['charged_more', 'charged_less', 'not_told'] as const

const depositDifference = z.object({
  /** The deposit's id, which is also its ledger row's. Both are null for `not_here`. */
  id: z.nullable(bigId),
  user_id: z.nullable(id),
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
 * `spent` is the cost of the day's orders, `unexplained` any further decrease: negative after a top-up or refund.
 * Balances are read every few minutes, so orders around midnight may count on the other day.
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
 * A UTC day's ledger compared with other systems' records, in USD. Gateways: what each reports as arrived and what was
 * credited, if they differ by at least a cent. Providers: the orders each accepted that day, their expected cost for
 * what was delivered, and the charges; differences below a charge's last digit are `rounding` and not listed. Lists at
 * most 100 of each, largest first; `differences` is the total number.
 */
export const getReconciliation = endpoint({
  method: 'GET',
  path: '/api/admin/reports/reconciliation',
  access: 'admin',
  needs: 'reports',
  summary: "A day's ledger compared with gateways and providers, with each difference; yesterday by default",
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
          /** What it reports as reversed, and what was reversed here. */
          taken_back: sumCodec,
          reversed: sumCodec,
          /** Null if the gateway has no list that can be read. */
          list: z.nullable(gatewayList),
          differences: z.int(),
          named: z.array(depositDifference),
        }),
      ),
      providers: z.array(
        z.object({
          provider_id: id,
          name: z.string(),
          orders: z.int(),
          /** Open orders that are not charged yet; not a difference. */
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
