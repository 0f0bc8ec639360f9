import { formatDecimal, parseDecimal } from '#sandbox/decimal.ts'
import { isRecord } from '#sandbox/http/read-body.ts'
import { jsonAnswer, type Answer } from '#sandbox/http/send.ts'
import { statusOf } from './btcpay-webhooks.ts'
import { shown, type Till } from './change-checkout.ts'
import { type Checkout, makeId, receivedOf } from './checkout.ts'

const LIFETIME_MS = 900_000

/** `/api/v1/stores/{store}/invoices`, and single invoices. Every call opens another invoice, even for the same order. */
export function answerBtcpay(
  till: Till,
  { path, query, body }: { path: string; query: URLSearchParams; body: unknown },
): Answer {
  const [, store, id] = /^\/api\/v1\/stores\/([\w-]+)\/invoices(?:\/(\w+))?\/?$/.exec(path) ?? []
  if (store !== till.accounts.btcpay.store) return problem(404, 'store-not-found', 'The store was not found')
  if (body !== undefined) return openInvoice(till, body)
  if (id !== undefined) {
    const found = till.state.checkouts.get(id)
    if (found?.wire !== 'btcpay') return problem(404, 'invoice-not-found', 'The invoice was not found')
    return jsonAnswer(showInvoice(till, found))
  }
  const orders = query.getAll('orderId')
  const [since, until] = [Number(query.get('startDate') ?? 0), Number(query.get('endDate') ?? 1e11)]
  const skip = Number(query.get('skip') ?? 0)
  const found = [...till.state.checkouts.values()]
    .filter(({ wire, reference }) => wire === 'btcpay' && (orders.length === 0 || orders.includes(reference)))
    .filter(({ createdAt }) => createdAt >= since * 1000 && createdAt <= until * 1000)
    .toReversed()
    .slice(skip, skip + Number(query.get('take') ?? 50))
  return jsonAnswer(found.map((checkout) => showInvoice(till, checkout)))
}

export function problem(status: number, code: string, message: string): Answer {
  return jsonAnswer({ code, message }, status)
}

function openInvoice(till: Till, body: unknown): Answer {
  const { amount, currency, metadata, checkout: options } = isRecord(body) ? body : {}
  const units = parseDecimal(String(amount))
  if (units === undefined || units <= 0n || typeof currency !== 'string')
    return jsonAnswer([{ path: 'amount', message: 'The amount should be greater than 0' }], 422)
  const redirect =
    isRecord(options) && typeof options['redirectURL'] === 'string' ? options['redirectURL'] : null
  const now = till.clock()
  const checkout: Checkout = {
    wire: 'btcpay',
    id: makeId(''),
    reference: isRecord(metadata) ? String(metadata['orderId'] ?? '') : '',
    amount: units,
    currency,
    createdAt: now,
    expiresAt: now + LIFETIME_MS,
    successUrl: redirect,
    returnUrl: redirect,
    fields: {},
    payments: [],
    slow: 'none',
    isClosed: false,
    refunded: 0n,
    dispute: 'none',
  }
  till.state.save(checkout)
  return jsonAnswer(showInvoice(till, checkout))
}

function showInvoice(till: Till, checkout: Checkout): unknown {
  const own = shown(till, checkout)
  const { status, additionalStatus } = statusOf(own, till.clock())
  return {
    id: own.id,
    storeId: till.accounts.btcpay.store,
    amount: formatDecimal(own.amount),
    paidAmount: formatDecimal(receivedOf(own)),
    currency: own.payments[0]?.currency ?? own.currency,
    type: 'Standard',
    checkoutLink: `${till.baseUrl}/checkout/${own.id}`,
    createdTime: Math.floor(own.createdAt / 1000),
    expirationTime: Math.floor((own.expiresAt ?? own.createdAt) / 1000),
    monitoringExpiration: Math.floor((own.expiresAt ?? own.createdAt) / 1000) + 86_400,
    status,
    additionalStatus,
    availableStatusesForManualMarking: ['Settled', 'Invalid'],
    archived: false,
    metadata: { orderId: own.reference },
    checkout: { redirectURL: own.successUrl },
  }
}
