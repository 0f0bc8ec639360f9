import * as z from 'zod/mini'

import { endpoint } from '#contract/base/endpoint.ts'
import { atMost } from '#contract/base/fields.ts'
import { createOrderBody } from '#contract/orders/order-placing.ts'

import { resellerEnvelope } from './reseller-errors.ts'

export const resellerActions = [
  'services',
  'add',
  'status',
  'refill',
  'refill_status',
  'cancel',
  'balance',
  'orders',
] as const
export type ResellerAction = (typeof resellerActions)[number]

/** Max. ids in one call; more are refused (reseller.md R4). */
export const RESELLER_IDS_MAX = 100

/** Max. orders in one `orders` response. */
export const RESELLER_ORDERS_MAX = 100

/** 100 ids of the maximum length, with spaces. */
const LIST_LENGTH_MAX = 4_000
/** Including duplicates. */
const LIST_ITEMS_MAX = 200

/** Replaces a field of another type or length. No action accepts it as a number, a link or a key. */
export const UNREADABLE = '\0'

/** A number, or its digits. Each action checks its own fields: clients send every field with every action. */
const digits = lenient(z.optional(z.union([z.number(), z.string().check(atMost(64))])), UNREADABLE)
/** Checked before the items are read: reading a long list would be slow. */
const shortList = z.array(z.unknown()).check(z.maxLength(LIST_ITEMS_MAX, { abort: true }))
/** Separated by commas and spaces, or an array. */
const list = lenient(
  z.optional(
    z.union([
      z.number(),
      z.string().check(atMost(LIST_LENGTH_MAX)),
      z.pipe(shortList, z.array(z.union([z.number(), z.string().check(atMost(64))]))),
    ]),
  ),
  UNREADABLE,
)

const { link, comments, usernames, hashtags, hashtag, username, media, answer_number, groups, keywords } =
  createOrderBody.shape

/** Fields that an action or a type doesn't use are ignored, whatever their content (reseller.md R16). */
function lenient<Schema extends z.ZodMiniType>(schema: Schema, otherwise: z.output<Schema>) {
  const { catch: orElse } = z
  return orElse(schema, () => otherwise)
}

const body = z.object({
  /** An API key; or as `Authorization: Bearer`. */
  key: lenient(z.optional(z.string().check(atMost(500))), UNREADABLE),
  action: z.optional(z.string().check(atMost(64))),
  service: digits,
  quantity: digits,
  /** Drip-feed is not sold: values above 1 are refused. */
  runs: digits,
  idempotency_key: lenient(z.optional(z.string().check(atMost(1_000))), UNREADABLE),
  link: lenient(link, UNREADABLE),
  comments: lenient(comments, undefined),
  usernames: lenient(usernames, undefined),
  hashtags: lenient(hashtags, undefined),
  hashtag: lenient(hashtag, undefined),
  username: lenient(username, undefined),
  media: lenient(media, undefined),
  answer_number: lenient(answer_number, undefined),
  groups: lenient(groups, undefined),
  keywords: lenient(keywords, undefined),
  order: digits,
  orders: list,
  refill: digits,
  refills: list,
  /** Of `orders`: Unix seconds or ISO 8601. */
  since: digits,
  limit: digits,
})

export type ResellerFields = z.output<typeof body>

const failed = z.object({ error: z.string() })
const accepted = z.union([z.int(), failed])

export const resellerService = z.object({
  service: z.int(),
  name: z.string(),
  type: z.string(),
  category: z.string(),
  /** USD per 1,000, or per piece for a package: what the caller pays. */
  rate: z.string(),
  min: z.string(),
  max: z.string(),
  refill: z.boolean(),
  cancel: z.boolean(),
  dripfeed: z.boolean(),
})
export type ResellerService = z.output<typeof resellerService>

export const resellerStatus = z.object({
  charge: z.string(),
  start_count: z.string(),
  status: z.enum(['Pending', 'In progress', 'Processing', 'Completed', 'Partial', 'Canceled']),
  remains: z.string(),
  currency: z.string(),
})
export type ResellerStatus = z.output<typeof resellerStatus>

/** A line of `orders`. */
export const resellerOrder = z.extend(resellerStatus, {
  order: z.int(),
  service: z.int(),
  link: z.string(),
  quantity: z.string(),
  /** Unix seconds. */
  created: z.int(),
})
export type ResellerOrder = z.output<typeof resellerOrder>

/** The protocol that panels have in common: one path, an action in a field, and its own error texts (reseller.md). */
export const resellerCall = endpoint({
  method: 'POST',
  path: '/api/v2',
  // The key is a field of the request.
  access: 'public',
  summary:
    'The reseller API: services, add, status, refill, refill_status, cancel, balance and orders, by the field `action`. Refusals are `{"error": "…"}` with status 200',
  input: ['query', 'form', 'multipart', 'json'],
  envelope: resellerEnvelope,
  body,
  idempotent: true,
  restsInMaintenance: true,
  answer: {
    status: 200,
    schema: z.union([
      z.array(resellerService),
      z.object({ order: z.int() }),
      resellerStatus,
      z.record(z.string(), z.union([resellerStatus, failed])),
      z.object({ refill: z.int() }),
      z.array(z.object({ order: z.union([z.int(), z.string()]), refill: accepted })),
      z.object({ status: z.string() }),
      z.array(z.object({ refill: z.union([z.int(), z.string()]), status: z.union([z.string(), failed]) })),
      z.array(z.object({ order: z.union([z.int(), z.string()]), cancel: accepted })),
      z.object({ balance: z.string(), currency: z.string() }),
      z.array(resellerOrder),
    ]),
  },
  errors: [
    'authentication_required',
    'insufficient_permissions',
    'account_blocked',
    'insufficient_balance',
    'balance_owed',
    'service_not_found',
    'service_unavailable',
    'link_blocked',
    'category_blocked',
    'order_not_found',
    'daily_limit_reached',
    'idempotency_key_reused',
    'refill_not_available',
    'cancel_not_available',
    'provider_failed',
    'rate_limited',
  ],
})
