import * as z from 'zod/mini'
import { carried } from '#contract/base/codes.ts'
import { endpoint } from '#contract/base/endpoint.ts'
import { bigIdParam, id, idParam, search, time } from '#contract/base/fields.ts'
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
  error: z.nullable(z.string()),
  /** The same in a form that is one for all orders, where it can be taught as a refusal. */
  sentence: z.nullable(z.string()),
  started_at: time,
  finished_at: z.nullable(time),
  /** What is sent, member by member; the key is never among it. */
  request: z.array(z.object({ name: z.string(), value: z.string() })),
  /**
   * What was sent and what came back, word for word but for our keys, each cut at 4096 characters. Null where nothing was
   * sent, or it was forgotten; without an `answer` none came.
   */
  exchange: z.nullable(
    z.object({
      request: z.string(),
      answer: z.nullable(z.object({ status: z.int(), body: z.string() })),
    }),
  ),
  /** What the provider says it charges, in its own currency. */
  charge: z.nullable(z.string()),
  charge_currency: z.nullable(z.string()),
  /** Of one whose outcome is not known. */
  evidence: z.array(orderEvidence),
})
export type OrderAttempt = z.output<typeof attempt>

/** Where it can be sent: `fits` is false for one that is off, or that costs more than was paid. */
const usableSupply = z.object({
  id,
  provider: z.string(),
  service: z.string(),
  cost: moneyCodec,
  fits: z.boolean(),
})

/** Why staff see something at an order, and the same as a sentence. Whether a person must look, the code's table says. */
const review = {
  review_code: z.nullable(z.enum(orderReviewCodes)),
  review_details: z.nullable(carried),
  flag: z.nullable(z.string()),
}

export const adminOrder = z.extend(orderWithEvents, {
  user_id: id,
  user_email: z.string(),
  /** By it what a supply costs is of 1000, or of the whole. */
  service_type: z.enum(serviceTypeNames),
  dispatch: z.object({
    state: z.enum(dispatchStates),
    /** The number of the newest attempt, 0 where there is none: with the state, what `expected` of an action names. */
    attempt: z.int(),
    attempts: z.array(attempt),
  }),
  supplies: z.array(usableSupply),
  ...review,
})
export type AdminOrder = z.output<typeof adminOrder>

const deskFilters = {
  user_id: z.optional(idParam),
  status: z.optional(statusParam),
  dispatch: z.optional(z.enum(dispatchStates)),
  attention: z.optional(z.literal('true')),
  search,
}

export const exportAdminOrders = endpoint({
  method: 'GET',
  path: '/api/admin/orders/export.csv',
  access: 'admin',
  needs: 'orders',
  summary:
    'Orders of everyone by the same filters as a CSV file, newest first; at most 100,000, and a word is looked for in as many',
  query: z.strictObject(deskFilters),
  answer: { status: 200, type: 'text/csv' },
  errors: [],
})

export const listAdminOrders = endpoint({
  method: 'GET',
  path: '/api/admin/orders',
  access: 'admin',
  needs: 'orders',
  summary: 'Orders of everyone, newest first; `attention=true` are those that a person must look at',
  query: z.strictObject({ ...deskFilters, ...cursorPaging }),
  answer: {
    status: 200,
    schema: z.object({
      success: z.literal(true),
      orders: z.array(
        z.extend(order, {
          user_id: id,
          user_email: z.string(),
          dispatch: z.object({ state: z.enum(dispatchStates) }),
          ...review,
        }),
      ),
      next_cursor: nextCursor,
      /** How many orders a person must look at, of all; counted up to 1,000, which is 1,000 or more. */
      attention_count: z.int(),
    }),
  },
  errors: [],
})

/** Of a call about one order. */
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
