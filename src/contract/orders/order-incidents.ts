import * as z from 'zod/mini'
import { endpoint } from '#contract/base/endpoint.ts'
import { says } from '#contract/base/says.ts'
import { bigId, id, line, time, writtenTime } from '#contract/base/fields.ts'
import { limits } from '#contract/base/limits.ts'
import { moneyCodec } from '#contract/base/money-codec.ts'
import { orderReviewCodes } from './order-review.ts'

/** What an outage left unknown is worked off together: that many orders, or lines of a provider's list, a call. */
export const DECIDED_MAX = 500

/** An order's id as its provider calls it. */
const providerOrder = line({ min: 1, max: 100, message: 'provider_order_required' })

const incident = z.object({
  provider: z.object({ id, name: z.string() }),
  /** Why a person must look, and what the sending itself came to, long numbers left out. */
  review_code: z.enum(orderReviewCodes),
  error: z.string(),
  /** What all of them were told in words that nobody knows, where it can be taught as a refusal; else null. */
  sentence: z.nullable(z.string()),
  /** When the first and the last of them were sent; no pause between two of them is longer than 15 minutes. */
  began_at: time,
  ended_at: time,
  orders: z.int(),
  /** What they should cost at the provider, and what their customers paid. */
  cost: moneyCodec,
  price: moneyCodec,
  /** The first of them, as many as one call decides. */
  order_ids: z.array(bigId),
})
export type Incident = z.output<typeof incident>

export const listIncidents = endpoint({
  method: 'GET',
  path: '/api/admin/orders/incidents',
  access: 'admin',
  needs: 'orders',
  summary:
    'Orders in review by provider, span of time and error, the latest first; at most 200. Those whose late reply may still come are not in it',
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
  /** What their sendings should cost at the provider. */
  cost: moneyCodec,
  /** What goes back to customers. */
  refunds: moneyCodec,
})

export const decideOrders = endpoint({
  method: 'POST',
  path: '/api/admin/orders/decide',
  access: 'admin',
  needs: 'orders',
  summary:
    'Decides orders in review, each for itself: `exists` (it is the provider’s order of that id), `not_taken` (it is sent again), `refund`. With `dry_run` nothing changes and the answer says what would',
  body: z.strictObject({
    items: z
      .array(item)
      .check(z.minLength(1, says('orders_required')), z.maxLength(DECIDED_MAX, says('orders_many'))),
    reason: line({ min: 1, max: 500, message: 'reason_required' }),
    dry_run: z.boolean(),
    /** What the providers answered to those that were not taken is a refusal from now on, for every order there. */
    teach: z.optional(z.boolean()),
  }),
  answer: {
    status: 200,
    schema: z.object({
      success: z.literal(true),
      dry_run: z.boolean(),
      /** One for each item, in the same order. */
      results: z.array(
        z.object({
          id: bigId,
          decision: z.enum(orderDecisions),
          result: z.enum(['done', 'refused']),
          /** Of one that was refused: as the same call for it alone would be. */
          code: z.nullable(z.string()),
          message: z.nullable(z.string()),
          cost: moneyCodec,
          refunded: moneyCodec,
        }),
      ),
      /** Of those that are done. */
      totals: z.object({ exists: decided, not_taken: decided, refund: decided, refused: z.int() }),
    }),
  },
  errors: [],
})

/** A line of what a provider shows of its orders, as a person copied it from there. */
const listed = z.strictObject({
  order: providerOrder,
  service: line({ min: 1, max: 100, message: 'provider_service_required' }),
  link: line({ min: 1, max: limits.linkMax, message: 'link_required' }),
  quantity: z.int().check(z.positive(), z.maximum(limits.quantityMax)),
  at: z.optional(writtenTime),
})
export type ListedOrder = z.output<typeof listed>

/**
 * `proposed`: it fits one sending of an order in review, and no other line does. `held`: its id is an order's here
 * already. `ambiguous`: several lines or several sendings fit each other, its id is listed twice, or the one that it
 * fits is not in review. `none`: nothing fits.
 */
export const matchOutcomes = ['proposed', 'held', 'ambiguous', 'none'] as const

export const matchOrders = endpoint({
  method: 'POST',
  path: '/api/admin/orders/match',
  access: 'admin',
  needs: 'orders',
  summary:
    "Lines of a provider's list beside our orders in review: same service there, link and quantity, and sent at that time. Only what fits one to one is proposed, for a person to decide; nothing changes",
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
      /** One for each line, in the same order; `id` is our order where one is proposed. */
      results: z.array(
        z.object({ order: z.string(), outcome: z.enum(matchOutcomes), id: z.nullable(bigId) }),
      ),
    }),
  },
  errors: ['provider_not_found', 'state_conflict'],
})
