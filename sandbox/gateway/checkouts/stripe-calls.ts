import { refuse } from '#sandbox/http/refusal.ts'
import { jsonAnswer, type Answer } from '#sandbox/http/send.ts'
import { changeCheckout, shown, type Till } from './change-checkout.ts'
import { type Checkout, makeId } from './checkout.ts'
import { showCharge, showDispute, showIntent, showSession } from './stripe-objects.ts'

export type StripeCall = {
  method: string
  path: string
  /** From the query and the form. */
  fields: URLSearchParams
  idempotencyKey: string | undefined
}

const CENT = 1_000_000n
const DAY_MS = 86_400_000

/** Stripe's calls for one-time payments by Checkout, with the fields that a shop needs. */
export function answerStripe(till: Till, call: StripeCall): Answer {
  const { method, path, fields } = call
  const [, resource = '', id, action] =
    /^\/v1\/([a-z_]+(?:\/sessions)?)(?:\/(\w+))?(?:\/(\w+))?$/.exec(path) ?? []
  switch (
    `${method} ${resource}${id === undefined ? '' : '/id'}${action === undefined ? '' : `/${action}`}`
  ) {
    case 'POST checkout/sessions':
      return openSession(till, call)
    case 'GET checkout/sessions':
      return listSessions(till, fields)
    case 'GET checkout/sessions/id':
      return show(
        till,
        find(till, (one) => one.id === id),
        fields,
      )
    case 'POST checkout/sessions/id/expire': {
      const found = find(till, (one) => one.id === id)
      if (found === undefined) return missing(path)
      return show(till, changeCheckout(till, { checkout: found, what: 'cancel' }), fields)
    }
    case 'GET payment_intents/id':
      return showOrMissing(
        find(till, (one) => showIntent(one)?.id === id),
        showIntent,
        path,
      )
    case 'GET charges':
      return listCharges(till, fields)
    case 'GET charges/id':
      return showOrMissing(
        find(till, (one) => showCharge(one)?.id === id),
        showCharge,
        path,
      )
    case 'GET disputes/id':
      return showOrMissing(
        find(till, (one) => showDispute(one)?.id === id),
        showDispute,
        path,
      )
    case 'GET disputes':
      return listDisputes(till, fields)
    case 'POST refunds':
      return refund(till, fields)
    case 'GET account':
      return jsonAnswer({ id: till.accounts.stripe.account, object: 'account', default_currency: 'usd' })
    default:
      return fault(404, {
        message: `Unrecognized request URL (${method}: ${path}).`,
        type: 'invalid_request_error',
      })
  }
}

export function fault(status: number, error: Record<string, string>): Answer {
  return jsonAnswer({ error }, status)
}

/** The same idempotency key returns the same session for 24 hours; with other fields it is refused. */
function openSession(till: Till, { fields, idempotencyKey = '' }: StripeCall): Answer {
  const amount = fields.get('line_items[0][price_data][unit_amount]') ?? ''
  const currency = fields.get('line_items[0][price_data][currency]') ?? ''
  const success = fields.get('success_url') ?? ''
  if (
    fields.get('mode') !== 'payment' ||
    !/^\d{1,12}$/.test(amount) ||
    !/^[a-z]{3}$/.test(currency) ||
    success === ''
  )
    return fault(400, {
      type: 'invalid_request_error',
      message: 'Missing required param, or one that is not valid.',
    })
  if (fields.get('line_items[0][price_data][product_data][name]') === null)
    return fault(400, {
      type: 'invalid_request_error',
      message: 'Missing required param: line_items[0][price_data][product_data][name].',
    })
  if (BigInt(amount) < 50n)
    return fault(400, {
      code: 'amount_too_small',
      type: 'invalid_request_error',
      message: 'The amount is too small.',
    })
  const sent = fields.toString()
  const now = till.clock()
  const known = [...till.state.checkouts.values()].find(
    (one) => idempotencyKey !== '' && one.fields['key'] === idempotencyKey && now < one.createdAt + DAY_MS,
  )
  if (known !== undefined && known.fields['sent'] !== sent)
    return fault(400, {
      type: 'idempotency_error',
      message: 'Keys for idempotent requests can only be used with the same parameters.',
    })
  const checkout: Checkout = known ?? {
    wire: 'stripe',
    id: makeId('cs_test_'),
    reference: fields.get('client_reference_id') ?? '',
    amount: BigInt(amount) * CENT * BigInt(fields.get('line_items[0][quantity]') ?? '1'),
    currency: currency.toUpperCase(),
    createdAt: now,
    expiresAt: now + DAY_MS,
    successUrl: success,
    returnUrl: fields.get('cancel_url'),
    fields: { key: idempotencyKey, sent },
    payments: [],
    slow: 'none',
    isClosed: false,
    refunded: 0n,
    dispute: 'none',
  }
  if (known === undefined) till.state.save(checkout)
  return show(till, checkout, fields)
}

/** Newest first. */
function listSessions(till: Till, fields: URLSearchParams): Answer {
  const limit = Math.min(Number(fields.get('limit') ?? 10), 100)
  const since = Number(fields.get('created[gte]') ?? 0)
  const after = fields.get('starting_after')
  const all = sessions(till).toReversed()
  const from = after === null ? 0 : all.findIndex(({ id }) => id === after) + 1
  const rest = all.slice(from).filter(({ createdAt }) => Math.floor(createdAt / 1000) >= since)
  const data = rest
    .slice(0, limit)
    .map((one) => showSession(shown(till, one), { baseUrl: till.baseUrl, isExpanded: false }))
  return jsonAnswer({ object: 'list', url: '/v1/checkout/sessions', has_more: rest.length > limit, data })
}

/** Newest first. */
function listCharges(till: Till, fields: URLSearchParams): Answer {
  const [since, until] = [Number(fields.get('created[gte]') ?? 0), Number(fields.get('created[lt]') ?? 1e11)]
  const charges = sessions(till)
    .map((one) => showCharge(shown(till, one)))
    .filter((one) => one !== null)
    .filter(({ created }) => created >= since && created < until)
    .toReversed()
  const limit = Math.min(Number(fields.get('limit') ?? 10), 100)
  const after = fields.get('starting_after')
  const rest = charges.slice(after === null ? 0 : charges.findIndex(({ id }) => id === after) + 1)
  const data = rest.slice(0, limit)
  return jsonAnswer({ object: 'list', url: '/v1/charges', has_more: rest.length > limit, data })
}

function listDisputes(till: Till, fields: URLSearchParams): Answer {
  const data = sessions(till)
    .map((one) => showDispute(shown(till, one)))
    .filter((one) => one !== null)
    .filter(({ payment_intent: intent }) => intent === (fields.get('payment_intent') ?? intent))
    .filter(({ charge }) => charge === (fields.get('charge') ?? charge))
  return jsonAnswer({ object: 'list', url: '/v1/disputes', has_more: false, data })
}

function refund(till: Till, fields: URLSearchParams): Answer {
  const found = find(till, (one) =>
    [showIntent(one)?.id, showCharge(one)?.id].includes(
      fields.get('payment_intent') ?? fields.get('charge') ?? '',
    ),
  )
  if (found === undefined) return missing('/v1/refunds')
  const cents = fields.get('amount')
  if (cents !== null && !/^\d{1,12}$/.test(cents)) refuse(400, '`amount` is in cents.')
  const amount = cents === null ? undefined : BigInt(cents) * CENT
  const changed = changeCheckout(till, { checkout: found, what: 'refund', amount })
  return jsonAnswer({
    id: makeId('re_'),
    object: 'refund',
    amount: Number((changed.refunded - found.refunded) / CENT),
    charge: showCharge(changed)?.id ?? null,
    payment_intent: showIntent(changed)?.id ?? null,
    status: 'succeeded',
  })
}

function sessions({ state }: Till): Checkout[] {
  return [...state.checkouts.values()].filter(({ wire }) => wire === 'stripe')
}

function find(till: Till, matches: (checkout: Checkout) => boolean): Checkout | undefined {
  return sessions(till).find(matches)
}

function show(till: Till, checkout: Checkout | undefined, fields: URLSearchParams): Answer {
  if (checkout === undefined) return missing('/v1/checkout/sessions')
  const isExpanded = [...fields.values()].some((value) => value.startsWith('payment_intent'))
  return jsonAnswer(showSession(shown(till, checkout), { baseUrl: till.baseUrl, isExpanded }))
}

function showOrMissing(
  checkout: Checkout | undefined,
  render: (checkout: Checkout) => unknown,
  path: string,
): Answer {
  return checkout === undefined ? missing(path) : jsonAnswer(render(checkout))
}

function missing(path: string): Answer {
  return fault(404, {
    code: 'resource_missing',
    type: 'invalid_request_error',
    message: `No such object: ${path}`,
  })
}
