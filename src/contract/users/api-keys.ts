import * as z from 'zod/mini'

import { endpoint } from '#contract/base/endpoint.ts'
import { atMost, time } from '#contract/base/fields.ts'
import { MONEY_MAX } from '#contract/base/money.ts'
import { moneyCodec } from '#contract/base/money-codec.ts'
import { says } from '#contract/base/says.ts'

/** Active keys per customer: the one in use and its replacement. */
export const API_KEYS_MAX = 2
export const ALLOWED_ADDRESSES_MAX = 20

/** A key without its secret, which is shown once. */
export const apiKey = z.object({
  id: z.string(),
  /** The beginning of the key. */
  prefix: z.string(),
  created_at: time,
  /** Accurate to some minutes; null if never used. */
  last_used_at: z.nullable(time),
})
export type ApiKey = z.output<typeof apiKey>

const access = {
  keys: z.array(apiKey),
  /** Addresses and networks such as 192.0.2.0/24 that may use the keys; empty allows any. */
  allowed_addresses: z.array(z.string()),
  /** The most that may be ordered by key in a day (UTC); null is no limit but the balance. */
  daily_limit: z.nullable(moneyCodec),
  /** Spent of the limit today. */
  spent_today: moneyCodec,
  /** Keys can't be created until the email address is confirmed. */
  needs_confirmed_email: z.boolean(),
}
export type ApiAccess = z.output<z.ZodMiniObject<typeof access>>

const answer = { status: 200, schema: z.object({ success: z.literal(true), ...access }) } as const

export const getApiAccess = endpoint({
  method: 'GET',
  path: '/api/user/api-key',
  access: 'user',
  viewNeeds: 'owner',
  summary: 'The API keys with their limits',
  answer,
  errors: [],
})

export const createApiKey = endpoint({
  method: 'POST',
  path: '/api/user/api-key',
  access: 'user',
  proof: 'always',
  summary:
    'Creates a key and shows it once; an earlier key stays valid until it is revoked. If a mail server is configured, the email address must be confirmed',
  answer: {
    status: 201,
    schema: z.object({ success: z.literal(true), key: z.string(), ...access }),
  },
  errors: ['state_conflict', 'rate_limited', 'email_unconfirmed'],
})

export const changeApiAccess = endpoint({
  method: 'PUT',
  path: '/api/user/api-key',
  access: 'user',
  summary: 'Changes the allowed addresses and the daily limit of API keys',
  takesBack: { answer: answer.schema },
  body: z.strictObject({
    allowed_addresses: z.optional(
      z.array(z.string().check(z.trim(), atMost(50))).check(z.maxLength(ALLOWED_ADDRESSES_MAX)),
    ),
    daily_limit: z.optional(
      z.nullable(
        moneyCodec.check(z.refine((limit) => limit > 0n && limit <= MONEY_MAX, says('amount_required'))),
      ),
    ),
  }),
  answer,
  errors: [],
})

export const revokeApiKey = endpoint({
  method: 'DELETE',
  path: '/api/user/api-key',
  access: 'user',
  summary: 'Revokes a key by its `id`, or all without one, at once',
  query: z.strictObject({ id: z.optional(z.string().check(z.regex(/^[0-9a-f-]{36}$/))) }),
  answer,
  errors: ['not_found'],
})
