import * as z from 'zod/mini'
import { connectionTestLine } from '#contract/base/connection-test.ts'
import { endpoint } from '#contract/base/endpoint.ts'
import { sentFault } from '#contract/base/codes.ts'
import { says } from '#contract/base/says.ts'
import { atMost, bigId, id, idParam, nameLine, time } from '#contract/base/fields.ts'
import { MONEY_MAX } from '#contract/base/money.ts'
import { moneyCodec } from '#contract/base/money-codec.ts'
import { refusesUs } from '#contract/messaging/notification-codes.ts'
import { cursorPaging, nextCursor } from '#contract/base/paging.ts'
import { ratesPer } from './provider-rates.ts'
import { repricing } from './repricing.ts'
import { syncProblems } from '#contract/messaging/notification-codes.ts'

/** Whether prices follow the provider's rates automatically, or wait for staff. */
export const syncPolicies = ['hold', 'follow'] as const

export const ratePer = z.literal([...ratesPer])

/** Why nothing from the provider is sold or sent: its charges are many times its rates. */
export const chargeHold = z.object({
  /** The orders that showed it. */
  order_ids: z.array(bigId),
  service_id: id,
  /** The provider's service id. */
  service: z.string(),
  /** Per 1,000 in the provider's currency: the expected and the charged amount. */
  expected: z.string(),
  charged: z.string(),
  since: time,
})

/** A provider account as staff see it. The key is never returned: `has_key` says whether there is one. */
export const provider = z.object({
  id,
  slug: z.string(),
  name: z.string(),
  api_url: z.string(),
  has_key: z.boolean(),
  currency: z.string(),
  /** USD per unit of the provider's currency, a decimal text; "1" for USD. */
  usd_per_unit: z.string(),
  /** Number of pieces a listed rate is for; costs and prices here are per 1,000 in either case. */
  rate_per: ratePer,
  is_enabled: z.boolean(),
  /** The built-in sandbox provider. */
  is_sandbox: z.boolean(),
  /** In the provider's currency, as reported. */
  balance: z.nullable(z.string()),
  /** The balance in USD; null while the currency is not settled. */
  balance_usd: z.nullable(moneyCodec),
  /** Staff are notified below this balance, in the provider's currency. */
  balance_low: z.nullable(z.string()),
  is_balance_low: z.boolean(),
  balance_checked_at: z.nullable(time),
  /** The currency the balance was reported in; null when none was given. */
  balance_currency: z.nullable(z.string()),
  /** False while it differs from `currency`: nothing is imported or sold from the provider. */
  is_currency_settled: z.boolean(),
  /** Call limits: concurrent calls, and calls started per second. */
  calls_at_once: z.int(),
  calls_per_second: z.int(),
  /** Number and total cost of orders sent by a supply until its first charge is read; null: no limit. */
  first_orders: z.nullable(z.int()),
  first_cost: moneyCodec,
  /** Null while charges agree with rates. */
  charge_hold: z.nullable(chargeHold),
  /** Number of services whose orders wait for the first charge. */
  held_back: z.int(),
  /** State of sending orders. */
  health: z.object({
    /** `stopped`: by staff, or after too many unknown outcomes; nothing is sent until it is resumed. */
    state: z.enum(['healthy', 'failing', 'paused', 'stopped']),
    /** Who stopped it: staff, or the breaker. */
    stopped_by: z.nullable(z.enum(['staff', 'unknowns'])),
    last_error: z.nullable(sentFault),
    paused_until: z.nullable(time),
    /** Why it refuses our account, until it accepts an order again. */
    refuses_us: z.nullable(z.enum(refusesUs)),
  }),
  /** State of read-only calls. */
  reading: z.object({
    state: z.enum(['healthy', 'failing', 'paused']),
    last_error: z.nullable(sentFault),
    paused_until: z.nullable(time),
  }),
  sync_policy: z.enum(syncPolicies),
  /** Interval of reading its list of services. */
  sync_hours: z.int(),
  /** State of reading the list; read-only. */
  sync: z.object({
    due_at: time,
    synced_at: z.nullable(time),
    trouble: z.nullable(
      z.object({ code: z.enum(syncProblems), reason: z.nullable(sentFault), since: z.nullable(time) }),
    ),
  }),
  /** Calls of the last 24 hours; a failure got no response, or one with a server error. */
  calls: z.object({
    count: z.int(),
    failures: z.int(),
    average_ms: z.nullable(z.int()),
    slowest_ms: z.nullable(z.int()),
  }),
  services: z.int(),
  /** Services that cost more than they are sold for. */
  below_cost: z.int(),
  /** Queued orders, counted up to 100. */
  waiting: z.int(),
  examined_at: z.nullable(time),
  created_at: time,
})
export type Provider = z.output<typeof provider>

const slug = z
  .string()
  .check(z.trim(), z.toLowerCase(), z.regex(/^[a-z][a-z0-9-]{1,39}$/, says('slug_invalid')))
export const apiUrl = z
  .string()
  .check(z.trim(), atMost(500, 'address_long'), z.regex(/^https?:\/\/[^\s]+$/i, says('address_invalid')))
export const apiKey = z
  .string()
  .check(z.trim(), z.minLength(1, says('key_required')), atMost(500, 'key_long'))
const name = nameLine({ max: 100, message: 'name_required' })
export const currency = z
  .string()
  .check(z.trim(), z.toUpperCase(), z.regex(/^[A-Z]{3,5}$/, says('currency_invalid')))
export const usdPerUnit = z.string().check(
  z.regex(/^\d{1,9}(\.\d{1,10})?$/, says('decimal_invalid')),
  z.refine((text) => /[1-9]/.test(text), says('above_zero')),
)

/** An amount in the provider's currency. */
const amountText = z.string().check(z.regex(/^\d{1,15}(\.\d{1,8})?$/, says('decimal_invalid')))
const syncHours = z.int().check(z.minimum(1, says('at_least')), z.maximum(168, says('at_most')))

const callsAtOnce = z.int().check(z.minimum(1, says('at_least')), z.maximum(50, says('at_most')))
const callsPerSecond = z.int().check(z.minimum(1, says('at_least')), z.maximum(100, says('at_most')))

const firstOrders = z.nullable(
  z.int().check(z.minimum(1, says('at_least')), z.maximum(1_000, says('at_most'))),
)
const firstCost = moneyCodec.check(
  z.refine((value) => value > 0n && value <= MONEY_MAX, says('amount_required')),
)

const one = z.object({ success: z.literal(true), provider })
/** With the findings of its last connection test. */
export const oneWithLines = z.extend(one, { lines: z.nullable(z.array(connectionTestLine)) })

export const listProviders = endpoint({
  method: 'GET',
  path: '/api/admin/providers',
  access: 'admin',
  needs: 'providers',
  summary: 'Provider accounts with balance and health',
  query: z.strictObject(cursorPaging),
  answer: {
    status: 200,
    schema: z.object({
      success: z.literal(true),
      providers: z.array(provider),
      next_cursor: nextCursor,
      /** False in a sandbox database, where new providers are refused. */
      can_add: z.boolean(),
    }),
  },
  errors: [],
})

export const createProvider = endpoint({
  method: 'POST',
  path: '/api/admin/providers',
  access: 'admin',
  needs: 'providers',
  summary: 'Adds a provider account',
  proof: 'always',
  body: z.strictObject({
    /** Derived from name or address when not sent. */
    slug: z.optional(slug),
    name,
    api_url: apiUrl,
    key: z.optional(apiKey),
    currency: z.optional(currency),
    usd_per_unit: z.optional(usdPerUnit),
    rate_per: z.optional(ratePer),
    calls_at_once: z.optional(callsAtOnce),
    calls_per_second: z.optional(callsPerSecond),
    first_orders: z.optional(firstOrders),
    first_cost: z.optional(firstCost),
    is_enabled: z.optional(z.boolean()),
  }),
  answer: { status: 201, schema: one },
  errors: ['name_taken', 'url_refused', 'state_conflict'],
})

export const updateProvider = endpoint({
  method: 'PUT',
  path: '/api/admin/providers/:id',
  access: 'admin',
  needs: 'providers',
  summary:
    'Changes a provider account; a null key removes the key. Sending that is stopped is resumed by its own call',
  // Enabling a disabled and stopped provider resumes it.
  proof: ['api_url', 'key', 'is_enabled'],
  params: z.object({ id: idParam }),
  takesBack: { answer: oneWithLines, within: 'provider' },
  body: z.strictObject({
    name: z.optional(name),
    api_url: z.optional(apiUrl),
    key: z.optional(z.nullable(apiKey)),
    currency: z.optional(currency),
    usd_per_unit: z.optional(usdPerUnit),
    rate_per: z.optional(ratePer),
    calls_at_once: z.optional(callsAtOnce),
    calls_per_second: z.optional(callsPerSecond),
    first_orders: z.optional(firstOrders),
    first_cost: z.optional(firstCost),
    is_enabled: z.optional(z.boolean()),
    sync_policy: z.optional(z.enum(syncPolicies)),
    sync_hours: z.optional(syncHours),
    /** Null: no notification. */
    balance_low: z.optional(z.nullable(amountText)),
    /**
     * Changes nothing: `repricing` previews the effect of another currency, exchange rate or `rate_per` on prices.
     */
    dry_run: z.optional(z.boolean()),
    /** The `seal` of a previewed repricing, to confirm it. */
    confirm: z.optional(z.string().check(atMost(100))),
  }),
  answer: {
    status: 200,
    schema: z.object({ success: z.literal(true), provider, repricing: z.nullable(repricing) }),
  },
  errors: ['provider_not_found', 'url_refused', 'state_conflict'],
})

export const deleteProvider = endpoint({
  method: 'DELETE',
  path: '/api/admin/providers/:id',
  access: 'admin',
  needs: 'providers',
  summary: 'Deletes a provider that no service uses',
  params: z.object({ id: idParam }),
  answer: { status: 200, schema: z.object({ success: z.literal(true) }) },
  errors: ['provider_not_found', 'state_conflict'],
})

export const checkProvider = endpoint({
  method: 'POST',
  path: '/api/admin/providers/:id/check',
  access: 'admin',
  needs: 'providers',
  summary: 'Tests the connection; each line is a finding and what to do',
  params: z.object({ id: idParam }),
  answer: {
    status: 200,
    schema: z.object({ success: z.literal(true), provider, lines: z.array(connectionTestLine) }),
  },
  errors: ['provider_not_found'],
})
