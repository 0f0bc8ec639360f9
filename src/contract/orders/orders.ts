import * as z from 'zod/mini'
import { carried } from '#contract/base/codes.ts'
import { expectation } from '#contract/catalogue/delivery.ts'
import { endpoint } from '#contract/base/endpoint.ts'
import { says } from '#contract/base/says.ts'
import {
  atMost,
  bigId,
  bigIdParam,
  id,
  idParam,
  noControls,
  search,
  time,
  keyParam,
  namedKey,
} from '#contract/base/fields.ts'
import { orderEventTypes } from './order-events.ts'
import { orderStatuses, shownStatuses } from './order-statuses.ts'
import { limits } from '#contract/base/limits.ts'
import { moneyCodec } from '#contract/base/money-codec.ts'
import { cursorPaging, nextCursor, pageNumber, pagination } from '#contract/base/paging.ts'
import type { ExtraField } from '#contract/catalogue/service-types.ts'

// Longer than most: all calls of a customer about orders, with their answers.

const count = z.nullable(z.int())

/** An unknown status becomes UNKNOWN instead of failing the whole list. */
const shownStatus = z.codec(
  z.string().register(z.globalRegistry, { enum: orderStatuses }),
  z.enum(shownStatuses),
  {
    decode: (text) => orderStatuses.find((known) => known === text) ?? 'UNKNOWN',
    encode: (status) => status,
  },
)

export const order = z.object({
  id: bigId,
  service_id: id,
  service_name: z.string(),
  link: z.string(),
  quantity: z.int(),
  price: moneyCodec,
  refunded: moneyCodec,
  status: shownStatus,
  start_count: count,
  remains: count,
  refill: z.boolean(),
  can_refill: z.boolean(),
  can_cancel: z.boolean(),
  /** Null if it came from the web app. */
  api_key: z.nullable(namedKey),
  created_at: time,
  updated_at: time,
})
export type Order = z.output<typeof order>

/** A timeline entry: code and details, with its sentence in English. */
export const orderEvent = z.object({
  type: z.enum(orderEventTypes),
  message: z.string(),
  details: carried,
  created_at: time,
})
export type OrderEvent = z.output<typeof orderEvent>
export const orderWithEvents = z.extend(order, { events: z.array(orderEvent) })

/** Why no refill can be requested now. `by_hand`: no provider delivered the order. */
export const refillRefusals = ['not_offered', 'not_delivered', 'under_way', 'by_hand', 'ended'] as const
/** Why it can't be canceled now. `being_sent`: the outcome of sending is not known yet. */
export const cancelRefusals = ['being_sent', 'not_offered', 'asked', 'begun', 'ended'] as const

/** One order with all that its customer may see. */
export const orderInFull = z.extend(orderWithEvents, {
  refill_refusal: z.nullable(z.enum(refillRefusals)),
  cancel_refusal: z.nullable(z.enum(cancelRefusals)),
  /** Delivery over time, from status polls: at most 32 samples, oldest first. */
  samples: z.array(z.object({ at: time, delivered: z.int() })),
  /** From completed orders of the same service; null if there are fewer than ten. */
  expected: z.nullable(expectation),
})
export type OrderInFull = z.output<typeof orderInFull>

/** `?status=`: one or several, separated by commas, in any case. */
export const statusParam = z.codec(z.string().check(atMost(100)), z.array(z.enum(orderStatuses)), {
  decode: (text, payload) => {
    const asked = new Set(text.split(',').map((part) => part.trim().toUpperCase()))
    const found = orderStatuses.filter((status) => asked.delete(status))
    if (asked.size === 0) return found
    payload.issues.push({ code: 'custom', input: text, message: says('status_unknown') })
    return z.NEVER
  },
  encode: (statuses) => statuses.join(','),
})

export const orderCounts = z.object({
  all: z.int(),
  pending: z.int(),
  processing: z.int(),
  completed: z.int(),
  partial: z.int(),
  refill: z.int(),
  canceled: z.int(),
  refunded: z.int(),
  failed: z.int(),
})
export type OrderCounts = z.output<typeof orderCounts>

const ownUser = { user_id: z.optional(idParam) }

export const listOrders = endpoint({
  method: 'GET',
  path: '/api/orders',
  access: 'user',
  needs: 'orders',
  takesKey: 'read',
  summary: "The caller's orders, newest first, with a count of each status",
  query: z.strictObject({
    ...ownUser,
    status: z.optional(statusParam),
    key: keyParam,
    search,
    ...cursorPaging,
    page: z.optional(pageNumber),
  }),
  answer: {
    status: 200,
    schema: z.object({
      success: z.literal(true),
      orders: z.array(order),
      next_cursor: nextCursor,
      counts: orderCounts,
      /** All API keys that the customer ever had, for the filter. */
      api_keys: z.array(namedKey),
      /** Only with `page`. */
      pagination: z.optional(pagination),
      /**
       * Set if a search read only this many orders below its cursor, and the `next_cursor` of the last page continues
       * (ids and whole links are found in all orders), or if numbered pages of a key have only this many of them.
       */
      searched: z.optional(z.int()),
    }),
  },
  errors: ['insufficient_permissions'],
})

export const exportOrders = endpoint({
  method: 'GET',
  path: '/api/orders/export.csv',
  access: 'user',
  needs: 'orders',
  summary: "The caller's orders as a CSV file by the filters of the list, newest first; at most 100,000",
  query: z.strictObject({ ...ownUser, status: z.optional(statusParam), key: keyParam, search }),
  answer: { status: 200, type: 'text/csv' },
  errors: ['insufficient_permissions'],
})

/** Providers refuse a second order for the same link or count both as one, so the form warns before placing it. */
export const findOpenOrder = endpoint({
  method: 'GET',
  path: '/api/orders/open',
  access: 'user',
  needs: 'orders',
  summary: "The caller's newest active order for the same link, however it is spelled",
  query: z.strictObject({ ...ownUser, link: z.string().check(z.trim(), atMost(limits.linkMax), noControls) }),
  answer: {
    status: 200,
    schema: z.object({
      success: z.literal(true),
      order: z.nullable(
        z.pick(order, { id: true, service_id: true, service_name: true, status: true, created_at: true }),
      ),
    }),
  },
  errors: ['insufficient_permissions'],
})

const oneOrder = {
  access: 'user',
  takesKey: 'read',
  needs: 'orders',
  params: z.object({ id: bigIdParam }),
  query: z.strictObject(ownUser),
} as const
const oneOrderErrors = ['order_not_found', 'insufficient_permissions'] as const

export const getOrder = endpoint({
  method: 'GET',
  path: '/api/orders/:id',
  summary: 'One order with its timeline, its delivery so far and the expected delivery',
  ...oneOrder,
  answer: { status: 200, schema: z.object({ success: z.literal(true), order: orderInFull }) },
  errors: oneOrderErrors,
})

/** A field of the service's type, such as comments, by the name of the panel protocol. */
const typed = z.optional(z.string())

export const getOrderAgain = endpoint({
  method: 'GET',
  path: '/api/orders/:id/again',
  summary: 'What an order was placed with, to order it again at the current price',
  ...oneOrder,
  answer: {
    status: 200,
    schema: z.object({
      success: z.literal(true),
      order: z.extend(
        z.pick(order, {
          id: true,
          service_id: true,
          service_name: true,
          link: true,
          quantity: true,
          price: true,
        }),
        {
          details: z.object({
            comments: typed,
            usernames: typed,
            hashtags: typed,
            hashtag: typed,
            username: typed,
            media: typed,
            answer_number: typed,
            groups: typed,
            keywords: typed,
          } satisfies Record<ExtraField['name'], typeof typed>),
        },
      ),
    }),
  },
  errors: oneOrderErrors,
})

export const getOrderStatus = endpoint({
  method: 'GET',
  path: '/api/orders/:id/status',
  summary: 'The status of an order',
  ...oneOrder,
  answer: {
    status: 200,
    schema: z.object({
      id: bigId,
      status: shownStatus,
      remains: count,
      start_count: count,
      updated_at: time,
    }),
  },
  errors: oneOrderErrors,
})

const done = z.object({ success: z.literal(true), message: z.string() })

export const refillOrder = endpoint({
  method: 'POST',
  path: '/api/orders/:id/refill',
  summary: 'Requests a refill from the provider',
  restsInMaintenance: true,
  ...oneOrder,
  answer: { status: 200, schema: done },
  errors: [...oneOrderErrors, 'refill_not_available', 'provider_failed'],
})

export const cancelOrder = endpoint({
  method: 'POST',
  path: '/api/orders/:id/cancel',
  summary:
    'Before the order is sent: cancels and refunds at once. After: sends a request to the provider if the service allows it',
  restsInMaintenance: true,
  ...oneOrder,
  // For another user's order.
  needs: 'refund',
  answer: { status: 200, schema: done },
  errors: [...oneOrderErrors, 'cancel_not_available', 'provider_failed', 'refund_limit_reached'],
})
