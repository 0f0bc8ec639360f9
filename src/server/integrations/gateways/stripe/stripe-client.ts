import type { Found } from '#contract/base/connection-test.ts'
import type { stripe } from '#contract/base/gateways/stripe.ts'
import { type Money, money } from '#contract/base/money.ts'
import {
  callGateway,
  type CallOutcome,
  failed,
  type Members,
  refused,
  textOf,
  toMembers,
} from '#server/integrations/gateways/call-gateway.ts'
import type { Failed, GatewayAccount } from '#server/integrations/gateways/gateway.ts'

export type StripeAccount = GatewayAccount<keyof typeof stripe.fields>

/** The API version whose field names this folder reads. */
const VERSION = '2024-06-20'
/** Amounts are in cents. */
const CENT = 1_000_000n

export type StripeAnswer = { kind: 'object'; object: Members } | { kind: 'not_found' } | Failed

/** Pairs, since a query may repeat a name. */
export async function get(
  account: StripeAccount,
  path: string,
  query: readonly (readonly [string, string])[] = [],
): Promise<StripeAnswer> {
  const search = new URLSearchParams(query.map(([name, value]) => [name, value]))
  const outcome = await callGateway(account, {
    name: nameOf(path),
    path: search.size === 0 ? path : `${path}?${search}`,
    method: 'GET',
    headers: headersOf(account),
  })
  return toAnswer(outcome)
}

/** Stripe answers every copy of a call with the same idempotency key identically, for 24 hours. */
export async function post(
  account: StripeAccount,
  path: string,
  { form, idempotencyKey }: { form: URLSearchParams; idempotencyKey: string },
): Promise<StripeAnswer> {
  const headers = { ...headersOf(account), 'idempotency-key': idempotencyKey }
  return toAnswer(await callGateway(account, { name: nameOf(path), path, method: 'POST', form, headers }))
}

function headersOf({ fields: { key } }: StripeAccount) {
  return { authorization: `Bearer ${key}`, 'stripe-version': VERSION }
}

/** The resource without ids: a label for the metrics. */
function nameOf(path: string): string {
  return path.replace(/\/[a-z]+_\w+$/, '')
}

function toAnswer(outcome: CallOutcome): StripeAnswer {
  if (outcome.kind === 'failed') return outcome
  const { httpStatus, body } = outcome
  if (httpStatus >= 200 && httpStatus < 300) return { kind: 'object', object: body }
  const error = toMembers(body.get('error'))
  // A 404 without this code may be a proxy's.
  if (httpStatus === 404 && error.get('code') === 'resource_missing') return { kind: 'not_found' }
  return refused(httpStatus, textOf(error.get('message')))
}

/** Undefined for anything but a whole number of cents. */
export function toMoney(cents: unknown): Money | undefined {
  return typeof cents === 'number' && Number.isSafeInteger(cents) && cents >= 0
    ? money(BigInt(cents) * CENT)
    : undefined
}

export function toCents(amount: Money): string {
  return String(amount / CENT)
}

/** Whether the key is accepted, belongs to the named account, and is not for Stripe's test mode. */
export async function testAccount(account: StripeAccount): Promise<Found[]> {
  const sessions = await get(account, '/v1/checkout/sessions', [['limit', '1']])
  if (sessions.kind !== 'object') {
    const { fault } = sessions.kind === 'failed' ? sessions : failed('no_list')
    return [{ code: 'merchant_refused', details: { fault } }]
  }
  // A restricted key may not read the account.
  const own = await get(account, '/v1/account')
  const id = own.kind === 'object' ? textOf(own.object.get('id')) : account.fields.account
  if (id === account.fields.account)
    return [
      { code: account.allowedOrigin === undefined && isTestKey(account) ? 'key_for_tests' : 'key_good' },
    ]
  const fault = { code: 'key_of_other', details: { account: id.slice(0, 100) } }
  return [{ code: 'merchant_refused', details: { fault } }]
}

/** Secret and restricted keys: `sk_test_…`, `rk_test_…`. */
function isTestKey({ fields: { key } }: StripeAccount): boolean {
  return /^[a-z]+_test_/.test(key)
}
