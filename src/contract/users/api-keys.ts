import * as z from 'zod/mini'

import { endpoint } from '#contract/base/endpoint.ts'
import { atMost, nameLine, periodEnd, time } from '#contract/base/fields.ts'
import { MONEY_MAX } from '#contract/base/money.ts'
import { moneyCodec } from '#contract/base/money-codec.ts'
import { says } from '#contract/base/says.ts'
import { errorForms } from '#contract/base/error-forms.ts'

/** Active keys per customer. */
export const API_KEYS_MAX = 20
/** Active keys with one name: the one in use and its replacement. */
export const API_KEYS_PER_NAME = 2
export const ALLOWED_ADDRESSES_MAX = 20
export const API_KEY_NAME_MAX = 60
/** The name of a key that is created without one. */
export const API_KEY_NAME = 'API key'
/** How long a rotated key stays valid. */
export const OVERLAP_HOURS = 24
export const OVERLAP_HOURS_MAX = 168

/**
 * `read`: services, orders, profile and balance; `order`: everything that changes something. `payments`: keys of staff
 * that credit payments of the operator's own gateway (`/adminapi/v2`), with a daily limit and no other scope.
 */
export const keyScopes = ['read', 'order', 'payments'] as const
export type KeyScope = (typeof keyScopes)[number]
/** The scopes of a key created without a list. */
export const customerScopes = ['read', 'order'] as const satisfies readonly KeyScope[]

const scopes = z.array(z.enum(keyScopes))

/** A key without its secret, which is shown only once. */
export const apiKey = z.object({
  id: z.string(),
  /** The beginning of the key. */
  prefix: z.string(),
  name: z.string(),
  scopes,
  /** Addresses and networks that may use this key, within those of all keys; empty allows any. */
  allowed_addresses: z.array(z.string()),
  /** Max. order total per day (UTC) with this key, in addition to the limit of all keys; null is no limit of its own. */
  daily_limit: z.nullable(moneyCodec),
  /** Ordered with this key today. */
  spent_today: moneyCodec,
  /** The error format of `/api/v2` for this key; null: as `default_errors`. */
  errors: z.nullable(z.enum(errorForms)),
  /** Works on /api/v2 only, with test orders that move no money and reach no provider. One per customer. */
  is_test: z.boolean(),
  /** Refused from then on, like an unknown key; null if it doesn't expire. */
  expires_at: z.nullable(time),
  /** By the server's clock. Expired keys are listed for 30 days. */
  is_expired: z.boolean(),
  created_at: time,
  /** Accurate to some minutes; null if never used. */
  last_used_at: z.nullable(time),
})
export type ApiKey = z.output<typeof apiKey>

const access = {
  keys: z.array(apiKey),
  /** Addresses and networks such as 192.0.2.0/24 that may use the keys; empty allows any. */
  allowed_addresses: z.array(z.string()),
  /** Max. order total per day (UTC) of all keys together; null is no limit but the balance. */
  daily_limit: z.nullable(moneyCodec),
  /** Spent of the limit today. */
  spent_today: moneyCodec,
  /** The error format of `/api/v2` for keys that don't choose one: the operator's setting. */
  default_errors: z.enum(errorForms),
  /** Keys can't be created until the email address is confirmed. */
  needs_confirmed_email: z.boolean(),
}
export type ApiAccess = z.output<z.ZodMiniObject<typeof access>>

const answer = { status: 200, schema: z.object({ success: z.literal(true), ...access }) } as const
/** Contains the key, which can't be read again. */
const created = {
  status: 201,
  schema: z.object({ success: z.literal(true), key: z.string(), ...access }),
} as const

const bounds = {
  allowed_addresses: z.optional(
    z.array(z.string().check(z.trim(), atMost(50))).check(z.maxLength(ALLOWED_ADDRESSES_MAX)),
  ),
  daily_limit: z.optional(
    z.nullable(
      moneyCodec.check(z.refine((limit) => limit > 0n && limit <= MONEY_MAX, says('amount_required'))),
    ),
  ),
}

const name = nameLine({ max: API_KEY_NAME_MAX, message: says('name_required') })

const newScopes = z.optional(
  scopes.check(z.minLength(1, says('scope_required')), z.maxLength(customerScopes.length)),
)

const changes = {
  ...bounds,
  errors: z.optional(z.nullable(z.enum(errorForms))),
  /** A time, or a day (UTC) at whose end the key expires. */
  expires_at: z.optional(z.nullable(periodEnd)),
}

const keyParams = z.object({
  id: z.string().check(z.regex(/^[0-9a-f-]{1,36}$/)),
})

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
  answer: created,
  errors: ['state_conflict', 'rate_limited', 'email_unconfirmed'],
})

export const createNamedKey = endpoint({
  method: 'POST',
  path: '/api/user/api-keys',
  access: 'user',
  proof: 'always',
  summary:
    'Creates a key with a name, scopes and limits of its own, and shows it once; a test key works on /api/v2 only and moves no money, and `payments` is for staff with `money`',
  body: z.strictObject({
    name,
    scopes: newScopes,
    is_test: z.optional(z.boolean()),
    ...changes,
  }),
  answer: created,
  errors: ['state_conflict', 'rate_limited', 'email_unconfirmed'],
})

export const changeApiKey = endpoint({
  method: 'PUT',
  path: '/api/user/api-keys/:id',
  access: 'user',
  proof: ['scopes', 'daily_limit'],
  summary:
    'Changes the name, the scopes and the limits of one key. A scope that it did not have needs a proof, and so does a higher daily limit of a key for payments',
  params: keyParams,
  takesBack: { answer: apiKey },
  body: z.strictObject({ name: z.optional(name), scopes: newScopes, ...changes }),
  answer,
  errors: ['not_found', 'state_conflict'],
})

export const rotateApiKey = endpoint({
  method: 'POST',
  path: '/api/user/api-keys/:id/rotate',
  access: 'user',
  proof: 'always',
  summary:
    'Creates a key with the same name, scopes and limits and shows it once; the earlier key expires after `overlap_hours`, a test key at once',
  params: keyParams,
  body: z.strictObject({
    /** Whole hours; 0 ends the earlier key immediately. */
    overlap_hours: z._default(z.int().check(z.minimum(0), z.maximum(OVERLAP_HOURS_MAX)), OVERLAP_HOURS),
  }),
  answer: created,
  errors: ['not_found', 'state_conflict', 'rate_limited', 'email_unconfirmed'],
})

export const changeApiAccess = endpoint({
  method: 'PUT',
  path: '/api/user/api-key',
  access: 'user',
  summary: 'Changes the allowed addresses and the daily limit of all API keys together',
  takesBack: { answer: answer.schema },
  body: z.strictObject(bounds),
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
