import * as z from 'zod/mini'
import { sentFault } from '#contract/base/codes.ts'
import { endpoint } from '#contract/base/endpoint.ts'
import { says } from '#contract/base/says.ts'
import { bigId, id, line, time, writtenTime } from '#contract/base/fields.ts'
import { limits } from '#contract/base/limits.ts'
import { moneyCodec } from '#contract/base/money-codec.ts'
import { orderReviewCodes } from './order-review.ts'

/** Max. orders, or lines of a provider's list, per call. */
export const DECIDED_MAX = 500

/** The order's id at its provider. */
const providerOrder = line({ min: 1, max: 100, message: 'provider_order_required' })

const incident = z.object({
  id,
  provider: z.object({ id, name: z.string() }),
  /** Why they are in review, and the reason of the first attempt: the others' differ only in numbers. */
  review_code: z.enum(orderReviewCodes),
  reason: z.nullable(sentFault),
  /** The provider's unknown answer, if all orders got the same and it can be taught as a refusal; else null. */
  sentence: z.nullable(z.string()),
  /** When the first and the last were sent, including those resolved since; gaps are at most 15 minutes. */
  began_at: time,
  ended_at: time,
  orders: z.int(),
  /** Total expected cost at the provider, and total price. */
  cost: moneyCodec,
  price: moneyCodec,
  /** The first ones, up to the maximum of one call. */
  order_ids: z.array(bigId),
})
export type Incident = z.output<typeof incident>

export const listIncidents = endpoint({
  method: 'GET',
  path: '/api/admin/orders/incidents',
  access: 'admin',
  needs: 'orders',
  summary:
    'Orders in review grouped by provider, time and error, latest first; at most 200 groups. Orders whose reply may still come are not included',
  answer: { status: 200, schema: z.object({ success: z.literal(true), incidents: z.array(incident) }) },
  errors: [],
})

export const orderDecisions = ['exists', 'not_taken', 'refund'] as const
export type OrderDecision = (typeof orderDecisions)[number]

const item = z.discriminatedUnion('decision', [
  z.strictObject({ id: bigId, decision: z.literal('exists'), provider_order: providerOrder }),
  z.strictObject({ id: bigId, decision: z.literal('not_taken') }),
  z.strictObject({ id: bigId, decision: z.literal('refund') }),
])
export type DecisionItem = z.output<typeof item>

const decided = z.object({
  orders: z.int(),
  /** Total expected cost at the provider. */
  cost: moneyCodec,
  /** Total refunded to customers. */
  refunds: moneyCodec,
})

export const decideOrders = endpoint({
  method: 'POST',
  path: '/api/admin/orders/decide',
  access: 'admin',
  needs: 'orders',
  summary:
    'Decides orders in review one by one: `exists` (it is the provider’s order of that id), `not_taken` (it is sent again), `refund` (needs the permission `refund`, else 403 for all). With `dry_run` nothing changes and the answer says what would',
  body: z.strictObject({
    items: z
      .array(item)
      .check(z.minLength(1, says('orders_required')), z.maxLength(DECIDED_MAX, says('orders_many'))),
    reason: line({ min: 1, max: 500, message: 'reason_required' }),
    dry_run: z.boolean(),
    /** From now on, the provider's answers to the `not_taken` orders count as refusals, for all its orders. */
    teach: z.optional(z.boolean()),
  }),
  answer: {
    status: 200,
    schema: z.object({
      success: z.literal(true),
      dry_run: z.boolean(),
      /** One per item, in order. */
      results: z.array(
        z.object({
          id: bigId,
          decision: z.enum(orderDecisions),
          result: z.enum(['done', 'refused']),
          /** For a refused item: the error that a call for this item alone would get. */
          code: z.nullable(z.string()),
          message: z.nullable(z.string()),
          cost: moneyCodec,
          refunded: moneyCodec,
        }),
      ),
      /** Totals of the items that are done. */
      totals: z.object({ exists: decided, not_taken: decided, refund: decided, refused: z.int() }),
    }),
  },
  errors: [],
})

/** A line of a provider's order list, as staff copied it. */
const listed = z.strictObject({
  order: providerOrder,
  service: line({ min: 1, max: 100, message: 'provider_service_required' }),
  link: line({ min: 1, max: limits.linkMax, message: 'link_required' }),
  quantity: z.int().check(z.positive(), z.maximum(limits.quantityMax)),
  at: z.optional(writtenTime),
})
export type ListedOrder = z.output<typeof listed>

/**
 * `proposed`: fits exactly one order in review, and no other line does. `held`: an order already has this id. `ambiguous`:
 * several lines or attempts fit each other, the id is listed twice, or the order is not in review. `none`: nothing fits.
 */
export const matchOutcomes = ['proposed', 'held', 'ambiguous', 'none'] as const

export const matchOrders = endpoint({
  method: 'POST',
  path: '/api/admin/orders/match',
  access: 'admin',
  needs: 'orders',
  summary:
    "Matches lines of a provider's order list with our orders in review by service, link, quantity and time. Only one-to-one matches are proposed, for staff to decide; nothing changes",
  body: z.strictObject({
    provider_id: id,
    rows: z
      .array(listed)
      .check(z.minLength(1, says('lines_required')), z.maxLength(DECIDED_MAX, says('lines_many'))),
  }),
  bodyBytes: 2_097_152,
  answer: {
    status: 200,
    schema: z.object({
      success: z.literal(true),
      /** One per line, in order; `id` is our order if one is proposed. */
      results: z.array(
        z.object({ order: z.string(), outcome: z.enum(matchOutcomes), id: z.nullable(bigId) }),
      ),
    }),
  },
  errors: ['provider_not_found', 'state_conflict'],
})
