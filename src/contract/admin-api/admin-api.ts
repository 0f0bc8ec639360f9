import * as z from 'zod/mini'

import { endpoint, type Envelope } from '#contract/base/endpoint.ts'
import { statusOf } from '#contract/base/error-catalogue.ts'
import { atMost, bigId, id, lines } from '#contract/base/fields.ts'
import { limits } from '#contract/base/limits.ts'
import { moneyCodec } from '#contract/base/money-codec.ts'
import { english } from '#contract/words/en.ts'
import { sayError } from '#contract/words/say.ts'

/** Calls a second of one key (reseller.md A14). */
export const ADMIN_API_CALLS_PER_SECOND = 5
/** Within these minutes two equal payments count as one if their memo identifies the payment (A11). */
export const SAME_PAYMENT_MINUTES = 10

/** Every response has the same shape, refusals too; their `error_code` is the HTTP status. */
export const adminEnvelope: Envelope = {
  statusOf,
  toBody: (error) => ({
    data: null,
    error_message: sayError(english, error),
    error_code: statusOf(error.code),
  }),
  errorSchema: z.object({ data: z.null(), error_message: z.string(), error_code: z.int() }),
}

const succeeded = { error_message: z.literal(''), error_code: z.literal(0) }

/** Panels' scripts send numbers as strings and strings as numbers. */
const text = (max: number) => z.optional(z.union([lines({ max }), z.number()]))
/** They also send null or an empty string for what they don't have. */
const textOrNull = (max: number) => z.optional(z.nullable(z.union([lines({ max }), z.number()])))
const amount = z.union([z.number(), z.string().check(atMost(64))])

/** Credits money that arrived through the operator's own gateway, as a deposit entered by staff. */
export const addPayment = endpoint({
  method: 'POST',
  path: '/adminapi/v2/payments/add',
  // The key is in `X-Api-Key` or `?apikey=`.
  access: 'public',
  summary:
    'Credits a payment that arrived outside every gateway, by a staff key with the scope `payments`: `username` (or `user_id`), `amount`, `method`, `memo`. The same payment within 10 minutes is one if its memo has a digit or ten characters; otherwise both are credited and listed for review',
  whileFenced: 'fenced',
  input: ['form', 'multipart', 'json'],
  envelope: adminEnvelope,
  body: z.object({
    username: textOrNull(limits.searchMax),
    user_id: textOrNull(20),
    user: z.optional(z.nullable(z.object({ username: textOrNull(limits.searchMax) }))),
    amount: z.optional(z.union([amount, z.object({ value: amount })])),
    method: textOrNull(100),
    memo: textOrNull(500),
  }),
  answer: {
    status: 200,
    schema: z.object({
      data: z.object({ payment_id: bigId, user: z.object({ id, balance: moneyCodec }) }),
      ...succeeded,
    }),
  },
  errors: [
    'authentication_required',
    'insufficient_permissions',
    'two_factor_setup_required',
    'test_key',
    'user_not_found',
    'daily_limit_reached',
    'state_conflict',
    'rate_limited',
  ],
})
export type AddedPayment = z.output<typeof addPayment.body>

export const findApiUsers = endpoint({
  method: 'GET',
  path: '/adminapi/v2/users',
  access: 'public',
  summary: 'The user of exactly that `username` or `email`, in any case: none or one',
  whileFenced: 'fenced',
  input: [],
  envelope: adminEnvelope,
  query: z.object({ username: text(limits.searchMax), email: text(limits.emailMax) }),
  answer: {
    status: 200,
    schema: z.object({
      data: z.object({
        count: z.int(),
        list: z.array(z.object({ id, username: z.string(), email: z.string(), balance: moneyCodec })),
      }),
      pagination: z.object({
        prev_page_href: z.string(),
        next_page_href: z.string(),
        offset: z.int(),
        limit: z.int(),
      }),
      ...succeeded,
    }),
  },
  errors: [
    'authentication_required',
    'insufficient_permissions',
    'two_factor_setup_required',
    'test_key',
    'rate_limited',
  ],
})
