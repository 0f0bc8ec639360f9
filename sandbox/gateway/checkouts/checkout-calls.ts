import { formatDecimal, parseDecimal } from '#sandbox/decimal.ts'
import { replyWithFault } from '#sandbox/faults/reply-with-fault.ts'
import { readBody, readControlBody } from '#sandbox/http/read-body.ts'
import { refuse } from '#sandbox/http/refusal.ts'
import { type Answer, jsonAnswer, send } from '#sandbox/http/send.ts'
import type { Exchange } from '#sandbox/http/serve-on-loopback.ts'
import type { GatewayCall } from '#sandbox/gateway/payment-call.ts'
import { answerBtcpay, problem } from './btcpay-calls.ts'
import { changeCheckout, changes, isChange, type Till } from './change-checkout.ts'
import { answerCheckoutPage } from './checkout-page.ts'
import { type Checkout, receivedOf } from './checkout.ts'
import { answerPayeer, openPayeer } from './payeer-calls.ts'
import { answerStripe, fault } from './stripe-calls.ts'

/** Calls by their names in faults and the call log. */
export const CHECKOUT_ACTIONS = [
  'payeer_open',
  'payeer_api',
  'stripe_open',
  'stripe_read',
  'btcpay_open',
  'btcpay_read',
] as const
type Action = (typeof CHECKOUT_ACTIONS)[number]

type CheckoutCall = { action: Action; fields: URLSearchParams; answer: () => Answer }

/** Answers a call, a page or a button of these gateways; false if the address belongs to the first gateway. */
export async function answerCheckoutCall(
  till: Till,
  exchange: Exchange,
  calls: GatewayCall[],
): Promise<boolean> {
  const { response, url } = exchange
  const [, id] = /^\/checkout\/(\w{1,100})$/.exec(url.pathname) ?? []
  if (id !== undefined) {
    send(response, await answerCheckoutPage(till, exchange, id))
    return true
  }
  const call = await findCall(till, exchange)
  if (call === undefined) return false
  const found = till.faults.nextForCall(call.action)
  calls.push({
    at: new Date(till.clock()).toISOString(),
    action: call.action,
    order_id:
      call.fields.get('client_reference_id') ??
      call.fields.get('referenceId') ??
      call.fields.get('m_orderid'),
    uuid: /\/([a-z]{2}_\w+)/.exec(url.pathname)?.[1] ?? null,
    ...(found && { fault: found.kind }),
  })
  await replyWithFault({
    exchange,
    fault: found,
    take: call.answer,
    repeatEarlier: () => undefined,
  })
  return true
}

async function findCall(till: Till, { request, url }: Exchange): Promise<CheckoutCall | undefined> {
  const { pathname: path, searchParams: query } = url
  const { method = 'GET' } = request
  if (/^\/merchant\/?$/.test(path)) {
    const fields = method === 'POST' ? await readForm(request) : query
    return { action: 'payeer_open', fields, answer: () => openPayeer(till, fields) }
  }
  if (path === '/ajax/api/api.php') {
    const fields = await readForm(request)
    return { action: 'payeer_api', fields, answer: () => answerPayeer(till, fields) }
  }
  if (path.startsWith('/api/v1/stores/')) {
    const body = method === 'POST' ? await readControlBody(request) : undefined
    const isKnown = request.headers.authorization === `token ${till.accounts.btcpay.key}`
    return {
      action: body === undefined ? 'btcpay_read' : 'btcpay_open',
      fields: query,
      answer: () =>
        isKnown
          ? answerBtcpay(till, { path, query, body })
          : problem(401, 'unauthenticated', 'Authentication is required'),
    }
  }
  // The first gateway also has calls below /v1.
  if (!/^\/v1\/(checkout|payment_intents|charges|disputes|refunds|account)(\/|$)/.test(path)) return undefined
  const form = method === 'POST' ? await readForm(request) : query
  const isOpening = method === 'POST' && path === '/v1/checkout/sessions'
  const idempotencyKey = request.headers['idempotency-key']
  return {
    action: isOpening ? 'stripe_open' : 'stripe_read',
    fields: form,
    answer: () =>
      isKeyOf(till, String(request.headers.authorization ?? ''))
        ? answerStripe(till, {
            method,
            path,
            fields: form,
            idempotencyKey: typeof idempotencyKey === 'string' ? idempotencyKey : undefined,
          })
        : fault(401, { type: 'invalid_request_error', message: 'Invalid API Key provided' }),
  }
}

async function readForm(request: Exchange['request']): Promise<URLSearchParams> {
  return new URLSearchParams((await readBody(request)).toString('utf8'))
}

/** The key as a bearer token, or as the user of basic authentication. */
function isKeyOf({ accounts }: Till, authorization: string): boolean {
  const { key } = accounts.stripe
  const basic = Buffer.from(`${key}:`).toString('base64')
  return authorization === `Bearer ${key}` || authorization === `Basic ${basic}`
}

/** GET /sandbox/checkouts, and GET, POST /sandbox/checkouts/{reference} `{do, amount?, currency?}`. */
export async function answerCheckoutControl(
  till: Till,
  { request, url }: Exchange,
): Promise<Answer | undefined> {
  if (url.pathname === '/sandbox/shop' && request.method === 'POST') {
    const { url: shop } = await readControlBody(request)
    if (typeof shop !== 'string' || !URL.canParse(shop)) refuse(400, '`url` must be the address of the shop.')
    till.shop.url = shop.replace(/\/+$/, '')
    return jsonAnswer({ url: till.shop.url })
  }
  if (url.pathname === '/sandbox/checkouts') return jsonAnswer([...till.state.checkouts.values()].map(show))
  const [, reference] = /^\/sandbox\/checkouts\/([\w-]{1,128})$/.exec(url.pathname) ?? []
  if (reference === undefined) return undefined
  const checkout =
    till.state.findByReference(reference) ?? refuse(404, `There is no checkout of ${reference} here.`)
  if (request.method === 'GET') return jsonAnswer(show(checkout))
  const { do: what, amount, currency } = await readControlBody(request)
  if (!isChange(what)) refuse(400, `\`do\` must be one of: ${changes.join(', ')}.`)
  if (currency !== undefined && typeof currency !== 'string')
    refuse(400, '`currency` must be a text such as EUR.')
  return jsonAnswer(show(changeCheckout(till, { checkout, what, amount: readAmount(amount), currency })))
}

function readAmount(amount: unknown): bigint | undefined {
  if (amount === undefined || amount === null) return undefined
  const units =
    typeof amount === 'string' || typeof amount === 'number' ? parseDecimal(String(amount)) : undefined
  if (units === undefined || units <= 0n) refuse(400, '`amount` must be dollars, as "10.28" or 10.28.')
  return units
}

function show(checkout: Checkout): unknown {
  const text = (units: bigint) => formatDecimal(units)
  return {
    ...checkout,
    amount: text(checkout.amount),
    refunded: text(checkout.refunded),
    received: text(receivedOf(checkout)),
    payments: checkout.payments.map((payment) => ({ ...payment, amount: text(payment.amount) })),
  }
}
