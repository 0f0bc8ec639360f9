import { randomBytes, randomUUID } from 'node:crypto'
import { formatDecimal } from '#sandbox/decimal.ts'
import { jsonAnswer, type Answer } from '#sandbox/http/send.ts'
import { changeInvoice, expireInvoice, type Gateway } from './change-invoice.ts'
import { showServices } from './currencies.ts'
import { isFinal, merchantShare, showInvoice, type Invoice } from './invoice.ts'
import { readPayment } from './read-payment.ts'

/** The request's members, and the page. */
type Asked = { members: Record<string, unknown>; cursor: string | null }
type MerchantCall = (shop: { gateway: Gateway; merchant: string; baseUrl: string }, asked: Asked) => Answer
type Shop = Parameters<MerchantCall>[0]

const PER_PAGE = 15

/** A merchant's calls, by their names in faults and in the call log. */
export const MERCHANT_CALLS = {
  /** The same order_id returns the same invoice, whatever else is sent. */
  payment: (shop, { members }) => {
    const { gateway, merchant } = shop
    const read = readPayment(members)
    if ('errors' in read) return jsonAnswer({ state: 1, errors: read.errors }, 422)
    if ('message' in read) return fail(422, read.message)
    const { payment } = read
    const existing = gateway.state.invoices.get(payment.orderId)
    if (existing && existing.merchant !== merchant) return fail(422, 'The order_id is taken')
    if (existing) {
      expireInvoice(gateway, existing)
      return showResult(shop, existing)
    }
    const createdAt = gateway.clock()
    const { lifetimeSeconds, ...rest } = payment
    const invoice = gateway.state.addInvoice({
      ...rest,
      merchant,
      uuid: randomUUID(),
      address: '0x' + randomBytes(20).toString('hex'),
      createdAt,
      expiresAt: createdAt + lifetimeSeconds * 1000,
    })
    return showResult(shop, invoice)
  },

  info: (shop, { members }) => {
    const invoice = findInvoice(shop, members)
    return 'uuid' in invoice ? showResult(shop, invoice) : invoice
  },

  services: () => jsonAnswer({ state: 0, result: showServices() }),

  /** Newest first, 15 per page. The cursor is the page number, which the gateway's own client counts too. */
  list: ({ gateway, merchant, baseUrl }, { members, cursor }) => {
    const from = toTime(members['date_from'] ?? '1970-01-01 00:00:00')
    const to = toTime(members['date_to'] ?? '9999-12-31 23:59:59')
    const number = Number(cursor ?? members['cursor'] ?? '1')
    const errors = {
      ...(from === undefined && { date_from: ['validation.date_format'] }),
      ...(to === undefined && { date_to: ['validation.date_format'] }),
      ...((!Number.isInteger(number) || number < 1) && { cursor: ['validation.string'] }),
    }
    if (from === undefined || to === undefined || 'cursor' in errors)
      return jsonAnswer({ state: 1, errors }, 422)
    const found = [...gateway.state.invoices.values()]
      .filter((one) => one.merchant === merchant && one.createdAt >= from && one.createdAt <= to)
      .toReversed()
    const pages = Math.ceil(found.length / PER_PAGE)
    const page = found.slice((number - 1) * PER_PAGE, number * PER_PAGE)
    for (const invoice of page) expireInvoice(gateway, invoice)
    return jsonAnswer({
      state: 0,
      result: {
        items: page.map((invoice) => showInvoice(invoice, { now: gateway.clock(), baseUrl })),
        paginate: {
          count: page.length,
          hasPages: pages > 1,
          nextCursor: number < pages ? String(number + 1) : null,
          previousCursor: number > 1 ? String(number - 1) : null,
          perPage: PER_PAGE,
        },
      },
    })
  },

  /** What the merchant received, by currency; there are no payouts here. */
  balance: ({ gateway, merchant }) => {
    const shares = [...gateway.state.invoices.values()]
      .filter((one) => one.merchant === merchant && one.payment.received > 0n)
      .map((one) => ({ currency: one.payerCurrency, share: merchantShare(one, one.payment.received) }))
    const sums = new Map<string, bigint>()
    for (const { currency, share } of shares) sums.set(currency, (sums.get(currency) ?? 0n) + share)
    const wallets = [...sums].map(([currency, sum]) => ({
      uuid: `${merchant}-${currency}`,
      balance: formatDecimal(sum, 8),
      currency_code: currency,
    }))
    return jsonAnswer({ state: 0, result: [{ balance: { merchant: wallets, user: [] } }] })
  },

  /** Sends the webhook of a final invoice again. */
  resend: (shop, { members }) => {
    const invoice = findInvoice(shop, members)
    if (!('uuid' in invoice)) return invoice
    const { status, received } = invoice.payment
    if (invoice.callbackUrl === null || !isFinal(status))
      return fail(422, 'The invoice has no webhook that could be sent again')
    changeInvoice(shop.gateway, { invoice, status, received })
    return jsonAnswer({ state: 0, result: [] })
  },
} as const satisfies Record<string, MerchantCall>

export type MerchantAction = keyof typeof MERCHANT_CALLS
// The table's own keys.
export const MERCHANT_ACTIONS = Object.keys(MERCHANT_CALLS) as MerchantAction[]

/** By order_id, else by uuid: if both are given, order_id decides. */
function findInvoice({ gateway, merchant }: Shop, members: Record<string, unknown>): Invoice | Answer {
  const orderId = textOf(members['order_id'])
  const uuid = textOf(members['uuid'])
  if (uuid === null && orderId === null) {
    const missing = ['validation.required_without']
    return jsonAnswer({ state: 1, errors: { uuid: missing, order_id: missing } }, 422)
  }
  const { state } = gateway
  const invoice = orderId === null ? state.findByUuid(uuid ?? '') : state.invoices.get(orderId)
  if (invoice?.merchant !== merchant) return fail(404, 'Payment not found')
  expireInvoice(gateway, invoice)
  return invoice
}

export function showResult({ gateway, baseUrl }: Omit<Shop, 'merchant'>, invoice: Invoice): Answer {
  return jsonAnswer({ state: 0, result: showInvoice(invoice, { now: gateway.clock(), baseUrl }) })
}

export function fail(status: number, message: string): Answer {
  return jsonAnswer({ state: 1, message }, status)
}

export function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

/** "2026-01-31 23:59:59" in the gateway's own zone, UTC+3. */
function toTime(value: unknown): number | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(value)) return undefined
  const at = Date.parse(`${value.replace(' ', 'T')}+03:00`)
  return Number.isNaN(at) ? undefined : at
}
