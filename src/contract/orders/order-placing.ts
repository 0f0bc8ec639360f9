import * as z from 'zod/mini'
import { endpoint } from '#contract/base/endpoint.ts'
import { says } from '#contract/base/says.ts'
import { atMost, bigId, id, ignored, lines, time } from '#contract/base/fields.ts'
import { limits } from '#contract/base/limits.ts'
import { type Money, money, moneyToNumber } from '#contract/base/money.ts'
import { moneyCodec } from '#contract/base/money-codec.ts'

const text = z.optional(z.nullable(lines({ max: limits.commentsMax, message: 'text_long' })))

/**
 * The price the client saw. It is rounded to a unit, because clients that multiply floats send 0.30000000000000004; compared
 * with one unit of tolerance, never charged.
 */
export const seenPrice = z.codec(
  z.number(),
  z.custom<Money>((value) => typeof value === 'bigint'),
  {
    decode: (value) => money(BigInt(Math.round(Math.min(Math.max(value, -1e7), 1e7) * 1e8))),
    encode: (amount) => moneyToNumber(amount),
  },
)

/**
 * Used are service_id, link, quantity and the type's own fields; `price` is compared. Clients of the spec also send the rest:
 * `user_id` must be the caller's, names and email are ignored.
 */
export const createOrderBody = z.strictObject({
  service_id: z
    .int(says('service_required'))
    .check(z.positive(says('service_required')), z.maximum(limits.quantityMax, says('service_required'))),
  /** What is valid depends on the service: `isLink`. */
  link: z.optional(z.string().check(z.trim(), atMost(limits.linkMax))),
  /** That it is whole and in range is checked once the service is known, with one sentence for both (spec §5). */
  quantity: z.optional(z.number()),
  price: z.optional(z.nullable(seenPrice)),
  comments: text,
  usernames: text,
  hashtags: text,
  hashtag: text,
  username: text,
  media: text,
  answer_number: z.optional(z.nullable(z.union([z.string().check(atMost(10)), z.int()]))),
  groups: text,
  keywords: text,
  user_id: ignored,
  service_name: ignored,
  email: ignored,
})
export type CreateOrderBody = z.output<typeof createOrderBody>

/** An order right after it was placed. */
export const placedOrder = z.object({
  id: bigId,
  service_id: id,
  service_name: z.string(),
  link: z.string(),
  quantity: z.int(),
  price: moneyCodec,
  status: z.literal('PENDING'),
  created_at: time,
})
export type PlacedOrder = z.output<typeof placedOrder>

export const createOrder = endpoint({
  method: 'POST',
  path: '/api/orders/create',
  access: 'user',
  summary: "Places an order at the customer's price",
  body: createOrderBody,
  idempotent: true,
  takesKey: 'order',
  restsInMaintenance: true,
  answer: {
    status: 201,
    schema: z.object({
      success: z.literal(true),
      message: z.string(),
      order: placedOrder,
      balance: moneyCodec,
    }),
  },
  errors: [
    'account_blocked',
    'insufficient_balance',
    'balance_owed',
    'insufficient_permissions',
    'service_not_found',
    'service_unavailable',
    'link_blocked',
    'category_blocked',
    'price_changed',
    'daily_limit_reached',
    'idempotency_key_reused',
  ],
})
