import { parseDecimal } from '#sandbox/decimal.ts'
import { answerFaultCall } from '#sandbox/faults/fault-calls.ts'
import { readControlBody } from '#sandbox/http/read-body.ts'
import { refuse } from '#sandbox/http/refusal.ts'
import { jsonAnswer, type Answer } from '#sandbox/http/send.ts'
import type { Exchange } from '#sandbox/http/serve-on-loopback.ts'
import { CHECKOUT_ACTIONS } from './checkouts/checkout-calls.ts'
import { changeInvoice, expireInvoice, type Gateway } from './change-invoice.ts'
import type { GatewayState } from './gateway-state.ts'
import { INVOICE_STATUSES, showInvoice, type Invoice } from './invoice.ts'
import { MERCHANT_ACTIONS } from './merchant-calls.ts'
import type { GatewayCall } from './payment-call.ts'

const STATUS_LENGTH_MAX = 200

/** The calls under /sandbox/: the log of calls and webhooks, faults, and the state of an invoice. */
export async function answerControlCall({
  gateway,
  baseUrl,
  calls,
  exchange,
}: {
  gateway: Gateway
  baseUrl: string
  calls: GatewayCall[]
  exchange: Exchange
}): Promise<Answer> {
  const { request, url } = exchange
  const { state } = gateway
  const call = `${request.method} ${url.pathname}`
  if (url.pathname === '/sandbox/faults') return answerFaultCall(exchange, gateway.faults)
  if (call === 'POST /sandbox/accounts') return jsonAnswer(await addAccount(state, exchange))
  if (call === 'GET /sandbox/webhooks')
    return jsonAnswer(listWebhooks(state, url.searchParams.get('order_id')))
  if (call === 'GET /sandbox/calls') return jsonAnswer(listCalls(calls, url.searchParams.get('action')))
  if (call === 'GET /sandbox/invoices')
    return jsonAnswer([...state.invoices.values()].map((invoice) => show(gateway, baseUrl, invoice)))

  const [, orderId] = /^\/sandbox\/invoices\/([\w-]{1,128})$/.exec(url.pathname) ?? []
  if (orderId === undefined) refuse(404, `There is no control call ${call}.`)
  const invoice =
    state.invoices.get(orderId) ?? refuse(404, `There is no invoice with the order_id ${orderId} here.`)
  expireInvoice(gateway, invoice)
  if (request.method === 'GET') return jsonAnswer(show(gateway, baseUrl, invoice))
  if (request.method !== 'POST') refuse(405, 'An invoice is read with GET and changed with POST.')
  const { status, amount, webhook_only: isWebhookOnly = false } = await readControlBody(request)
  if (typeof status !== 'string' || status.length > STATUS_LENGTH_MAX)
    refuse(
      400,
      `\`status\` must be a text of at most ${STATUS_LENGTH_MAX} characters, for instance one of: ${Object.keys(INVOICE_STATUSES).join(', ')}.`,
    )
  if (typeof isWebhookOnly !== 'boolean') refuse(400, '`webhook_only` must be true or false.')
  changeInvoice(gateway, { invoice, status, received: readAmount(amount), isWebhookOnly })
  return jsonAnswer(show(gateway, baseUrl, invoice))
}

/** Adds a merchant, or changes the key of one. */
async function addAccount(state: GatewayState, { request }: Exchange): Promise<unknown> {
  const { merchant, key } = await readControlBody(request)
  if (typeof merchant !== 'string' || typeof key !== 'string' || merchant === '' || key === '')
    refuse(400, '`merchant` and `key` must be given.')
  state.addAccount({ merchant, key })
  return { merchant }
}

function show({ clock }: Gateway, baseUrl: string, invoice: Invoice): unknown {
  return showInvoice(invoice, { now: clock(), baseUrl })
}

/** `amount` is the total paid, in dollars. */
function readAmount(amount: unknown): bigint | undefined {
  if (amount === undefined || amount === null) return undefined
  const units =
    typeof amount === 'string' || typeof amount === 'number' ? parseDecimal(String(amount)) : undefined
  if (units === undefined || units < 0n)
    refuse(400, '`amount` must be dollars that were paid, as "10.28" or 10.28.')
  return units
}

/** One row per attempt; a webhook without an attempt has a row without an answer. */
function listWebhooks(state: GatewayState, orderId: string | null): unknown[] {
  return [...state.webhooks.values()]
    .filter((webhook) => orderId === null || webhook.orderId === orderId)
    .flatMap(({ id, orderId, status, url, body, fault, sendAt, attempts }) => {
      const facts = {
        webhook: id,
        order_id: orderId,
        status,
        url,
        ...(fault !== undefined && { fault }),
        body,
      }
      if (attempts.length === 0)
        return [{ ...facts, at: new Date(sendAt).toISOString(), attempt: 0, http_status: null, answer: '' }]
      return attempts.map(({ at, attempt, httpStatus, answer }) => {
        return { ...facts, at: new Date(at).toISOString(), attempt, http_status: httpStatus, answer }
      })
    })
}

function listCalls(calls: GatewayCall[], action: string | null): GatewayCall[] {
  const known: readonly string[] = [...MERCHANT_ACTIONS, ...CHECKOUT_ACTIONS]
  if (action !== null && !known.includes(action))
    refuse(400, `\`action\` must be one of: ${known.join(', ')}.`)
  return calls.filter((call) => action === null || call.action === action)
}
