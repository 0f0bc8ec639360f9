import * as z from 'zod/mini'
import { carried, sentFault } from '#contract/base/codes.ts'
import { endpoint } from '#contract/base/endpoint.ts'
import { bigIdParam, id, idParam, search, time, keyParam, namedKey } from '#contract/base/fields.ts'
import { moneyCodec } from '#contract/base/money-codec.ts'
import { orderEvidence } from './order-evidence.ts'
import { orderReviewCodes } from './order-review.ts'
import { order, orderWithEvents, statusParam } from './orders.ts'
import { attemptStates, dispatchStates } from './order-statuses.ts'
import { cursorPaging, nextCursor } from '#contract/base/paging.ts'
import { serviceTypeNames } from '#contract/catalogue/service-types.ts'

const attempt = z.object({
  number: z.int(),
  state: z.enum(attemptStates),
  provider_id: id,
  provider: z.nullable(z.string()),
  provider_service: z.nullable(z.string()),
  provider_order: z.nullable(z.string()),
  cost: z.nullable(moneyCodec),
  /** Why it was not accepted; `said`: the provider's own words. */
  reason: z.nullable(sentFault),
  /** The provider's answer without parts specific to this order; null if it can't be taught as a refusal. */
  sentence: z.nullable(z.string()),
  started_at: time,
  finished_at: z.nullable(time),
  /** The fields of the request, without the API key. */
  request: z.array(z.object({ name: z.string(), value: z.string() })),
  /**
   * Request and answer as sent, without our keys, each truncated at 4096 characters. Null if nothing was sent or it has
   * been deleted; a null `answer` means that none came.
   */
  exchange: z.nullable(
    z.object({
      request: z.string(),
      answer: z.nullable(z.object({ status: z.int(), body: z.string() })),
    }),
  ),
  /** What the provider reports as its charge, in its own currency. */
  charge: z.nullable(z.string()),
  charge_currency: z.nullable(z.string()),
  /** For an attempt with an unknown outcome. */
  evidence: z.array(orderEvidence),
})
export type OrderAttempt = z.output<typeof attempt>

/** `fits` is false for a supply that is disabled or costs more than was paid. */
const usableSupply = z.object({
  id,
  provider: z.string(),
  service: z.string(),
  cost: moneyCodec,
  fits: z.boolean(),
})

const named = z.object({ id, name: z.string() })

/** Why the order is in review, as code and as sentence (`flag`). `orderReviews` says which codes need a decision. */
const review = {
  review_code: z.nullable(z.enum(orderReviewCodes)),
  review_details: z.nullable(carried),
  flag: z.nullable(z.string()),
}

export const adminOrder = z.extend(orderWithEvents, {
  user_id: id,
  user_email: z.string(),
  /** Decides whether a supply's cost is per 1,000 or for the whole order. */
  service_type: z.enum(serviceTypeNames),
  dispatch: z.object({
    state: z.enum(dispatchStates),
    /** Number of the newest attempt, 0 if there is none. With the state it goes into `expected` of an action. */
    attempt: z.int(),
    attempts: z.array(attempt),
  }),
  supplies: z.array(usableSupply),
  ...review,
})
export type AdminOrder = z.output<typeof adminOrder>

/** Who delivers an order: a provider, or the operator by hand. */
export const orderModes = ['provider', 'manual'] as const

const adminOrderFilters = {
  user_id: z.optional(idParam),
  service_id: z.optional(idParam),
  /**
   * The provider has the order; with `dispatch` queued or sending: it is queued for the provider; with unknown, review
   * or `attention`: also orders whose last answer, from this provider, is unclear.
   */
  provider_id: z.optional(idParam),
  status: z.optional(statusParam),
  dispatch: z.optional(z.enum(dispatchStates)),
  attention: z.optional(z.literal('true')),
  key: keyParam,
  search,
}

export const exportAdminOrders = endpoint({
  method: 'GET',
  path: '/api/admin/orders/export.csv',
  access: 'admin',
  needs: 'orders',
  summary:
    'Orders of all customers as a CSV file by the filters of the list, newest first; at most 100,000, and a word is searched in as many',
  query: z.strictObject(adminOrderFilters),
  answer: { status: 200, type: 'text/csv' },
  errors: [],
})

export const listAdminOrders = endpoint({
  method: 'GET',
  path: '/api/admin/orders',
  access: 'admin',
  needs: 'orders',
  summary: 'Orders of all customers, newest first. `attention=true` lists those that staff must review',
  query: z.strictObject({ ...adminOrderFilters, ...cursorPaging }),
  answer: {
    status: 200,
    schema: z.object({
      success: z.literal(true),
      orders: z.array(
        z.extend(order, {
          user_id: id,
          user_email: z.string(),
          dispatch: z.object({ state: z.enum(dispatchStates) }),
          /** The provider of the last attempt, or the one it is queued for; null if there is none. */
          provider: z.nullable(named),
          provider_order: z.nullable(z.string()),
          /** Expected cost at the provider, in USD; null if it was never sent, and for staff without `money`. */
          cost: z.nullable(moneyCodec),
          mode: z.enum(orderModes),
          ...review,
        }),
      ),
      next_cursor: nextCursor,
      /** The user and service of the filters; null without a filter, or if unknown. */
      user: z.nullable(z.object({ id, email: z.string() })),
      service: z.nullable(named),
      /** All providers, for the filter. */
      providers: z.array(named),
      /** The key of the filter; null without a filter, or if unknown. */
      api_key: z.nullable(namedKey),
      /** Orders in review, regardless of the filter; 1,000 means 1,000 or more. */
      attention_count: z.int(),
    }),
  },
  errors: [],
})

/** Shared by the calls about one order. */
export const ofOneOrder = {
  access: 'admin',
  needs: 'orders',
  params: z.object({ id: bigIdParam }),
  answer: { status: 200, schema: z.object({ success: z.literal(true), order: adminOrder }) },
} as const
export const getAdminOrder = endpoint({
  ...ofOneOrder,
  method: 'GET',
  path: '/api/admin/orders/:id',
  summary: 'One order with its attempts',
  errors: ['order_not_found'],
})
