import * as z from 'zod/mini'

import { sentFault } from '#contract/base/codes.ts'
import { endpoint } from '#contract/base/endpoint.ts'
import { bigId, day, id, time } from '#contract/base/fields.ts'
import { orderStatuses } from '#contract/orders/order-statuses.ts'
import { sumCodec } from '#contract/base/money-codec.ts'

/**
 * Why a gateway's figure and the ledger differ: not credited, credited by staff with another amount, more or less arrived than the
 * invoice's amount that was credited, or none of these; `taken_back`: staff decided otherwise about what it took back. By the gateway's
 * own list: `not_here` has a reference of ours that no deposit has, `listed_unpaid` is of a deposit that is not paid here,
 * `listed_otherwise` has another amount, and `not_listed` was credited and is not in the list.
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

/** The gateway's own list, as it was last read: its payments that belong to the day; null where it has amounts in another way. */
const gatewayList = z.object({
  until: time,
  payments: z.int(),
  amount: z.nullable(sumCodec),
  /** Why it could not be read since. */
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
 * `spent` is what the day's orders cost, `unexplained` how much more is gone: negative after a top-up or refund. Balances are read
 * every few minutes, so orders around midnight may count on the other day.
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
 * A UTC day's ledger beside the records of others, in USD. Gateways: what each says arrived and what was credited, differing by at
 * least a cent. Providers: the orders each took that day, what they should cost for what was delivered, and what it charged;
 * differences below the last digit of a charge are `rounding` and not listed. Lists at most 100 of each, the largest first;
 * `differences` is the total number.
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
          /** What it said that it took back, and what was reversed for that here. */
          taken_back: sumCodec,
          reversed: sumCodec,
          /** Null where there is none that we may read. */
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
          /** Orders under way that are not charged yet; no difference. */
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
