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

/** Ids in one call; more are refused (reseller.md R4). */
export const RESELLER_IDS_MAX = 100

/** Orders in one answer of `orders`. */
export const RESELLER_ORDERS_MAX = 100

/** 100 ids of any length that an id may have, with blanks. */
const LIST_LENGTH_MAX = 4_000
/** With duplicates. */
const LIST_ITEMS_MAX = 200

/** Stands for a member of another type or length. No action takes it for a number, a link or a key. */
export const UNREADABLE = '\0'

/** A number, or its digits. What it means is checked by the action: clients send every field with every action. */
const digits = lenient(z.optional(z.union([z.number(), z.string().check(atMost(64))])), UNREADABLE)
/** Before its items are read: a long list would take long. */
const shortList = z.array(z.unknown()).check(z.maxLength(LIST_ITEMS_MAX, { abort: true }))
/** By commas with blanks, or a list. */
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

/** Members that an action or a type doesn't take are ignored, whatever they hold (reseller.md R16). */
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
  /** Drip-feed is not sold: above 1 is refused. */
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
  /** USD per 1,000, or for a package per piece, as the caller pays it. */
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

/** The field's common protocol: one path, an action in a field, and refusals in its words (reseller.md). */
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
