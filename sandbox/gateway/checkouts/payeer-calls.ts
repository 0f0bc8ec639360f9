import { formatDecimal, parseDecimal } from '#sandbox/decimal.ts'
import { htmlAnswer, jsonAnswer, type Answer } from '#sandbox/http/send.ts'
import { shown, type Till } from './change-checkout.ts'
import { type Checkout, makeId } from './checkout.ts'
import { renderNotice } from './checkout-page.ts'
import { signValues } from './payeer-webhooks.ts'

const ITEMS_MAX = 10

/** `/merchant/`: a signed URL or form opens a checkout, and answers the payment page. The same order is the same checkout. */
export function openPayeer(till: Till, fields: URLSearchParams): Answer {
  const { shop, key } = till.accounts.payeer
  const names = [
    'm_shop',
    'm_orderid',
    'm_amount',
    'm_curr',
    'm_desc',
    ...(fields.has('m_params') ? ['m_params'] : []),
  ]
  const values = names.map((name) => fields.get(name) ?? '')
  const [merchant = '', reference = '', amountText = '', currency = ''] = values
  if (merchant !== shop) return htmlAnswer(renderNotice('The merchant is not known.'), 404)
  if (fields.get('m_sign') !== signValues(values, key)) return htmlAnswer(renderNotice('Invalid sign'), 400)
  const amount = parseDecimal(amountText)
  if (
    !/^[\w-]{1,128}$/.test(reference) ||
    amount === undefined ||
    amount <= 0n ||
    !/^\d+\.\d\d$/.test(amountText)
  )
    return htmlAnswer(renderNotice('The order or the amount is not valid.'), 400)
  const known = till.state.findByReference(reference)
  if (known !== undefined && known.amount !== amount)
    return htmlAnswer(renderNotice('The order has another amount.'), 400)
  const checkout: Checkout = known ?? {
    wire: 'payeer',
    id: makeId(''),
    reference,
    amount,
    currency,
    createdAt: till.clock(),
    expiresAt: null,
    // Both are settings of the merchant.
    successUrl: till.shop.url && `${till.shop.url}/add-funds/success?order_id=${reference}`,
    returnUrl: till.shop.url && `${till.shop.url}/add-funds`,
    fields: { m_desc: fields.get('m_desc') ?? '' },
    payments: [],
    slow: 'none',
    isClosed: false,
    refunded: 0n,
    dispute: 'none',
  }
  if (known === undefined) till.state.save(checkout)
  return { status: 303, headers: { location: `/checkout/${checkout.id}` }, body: '' }
}

/** `/ajax/api/api.php`. Every answer has `auth_error` and `errors`. */
export function answerPayeer(till: Till, fields: URLSearchParams): Answer {
  const { account, api_id: apiId, api_pass: apiPass } = till.accounts.payeer
  const isKnown =
    fields.get('account') === account && fields.get('apiId') === apiId && fields.get('apiPass') === apiPass
  if (!isKnown)
    return jsonAnswer({
      auth_error: '1',
      errors: ['Auth error: account or apiId or apiPass is incorrect or api-user was blocked'],
    })
  switch (fields.get('action')) {
    case null:
      return jsonAnswer({ auth_error: '0', errors: [] })
    case 'paymentDetails':
      return listPayments(till, fields)
    case 'history':
      return listHistory(till, fields)
    default:
      return jsonAnswer({ auth_error: '0', errors: ['action not found'] })
  }
}

function listPayments(till: Till, fields: URLSearchParams): Answer {
  if (fields.get('merchantId') !== till.accounts.payeer.shop)
    return jsonAnswer({ auth_error: '0', errors: ['merchantId is invalid'], success: false })
  const found = till.state.findByReference(fields.get('referenceId') ?? '')
  const checkout = found?.wire === 'payeer' ? shown(till, found) : undefined
  const items = (checkout?.payments ?? []).slice(-ITEMS_MAX).map((payment) => ({
    amount: Number(formatDecimal(payment.amount)),
    currency: payment.currency,
    description: 'Deposit',
    referenceId: checkout?.reference,
    created: toDate(payment.at),
    processed: toDate(payment.at),
    paySystemName: 'Payeer',
    paySystemId: '2609',
    clientAmount: Number(formatDecimal(payment.amount)),
    clientCurrency: payment.currency,
    clientAccount: 'P1000001',
    clientEmail: 'client@example.com',
    profitAmount: Number(formatDecimal((payment.amount * 99n) / 100n)),
    profitCurrency: payment.currency,
    profitTransactionId: `1${payment.id}`,
    merchantTransactionId: payment.id,
    created_ts: Math.floor(payment.at / 1000),
    processed_ts: Math.floor(payment.at / 1000),
    merchantFee: Number(formatDecimal(payment.amount / 100n)),
    merchantCurrency: payment.currency,
  }))
  return jsonAnswer({ auth_error: '0', errors: [], success: true, items })
}

/** Payments to the shop, by their ids. */
function listHistory(till: Till, fields: URLSearchParams): Answer {
  const [from, to] = [fields.get('from') ?? '', fields.get('to') ?? '9999']
  const rows = [...till.state.checkouts.values()]
    .filter(({ wire }) => wire === 'payeer')
    .flatMap((checkout) => checkout.payments.map((payment) => ({ checkout, payment })))
    .filter(({ payment }) => toDate(payment.at) >= from && toDate(payment.at) <= to)
    .toSorted((one, other) =>
      fields.get('sort') === 'asc' ? one.payment.at - other.payment.at : other.payment.at - one.payment.at,
    )
    .map(({ checkout, payment }) => ({
      id: payment.id,
      date: toDate(payment.at),
      type: 'sci',
      status: 'success',
      from: 'P1000001',
      debitedAmount: formatDecimal(payment.amount),
      debitedCurrency: payment.currency,
      to: till.accounts.payeer.account,
      creditedAmount: formatDecimal(payment.amount),
      creditedCurrency: payment.currency,
      shopId: till.accounts.payeer.shop,
      shopOrderId: checkout.reference,
    }))
  const before = fields.get('append')
  const start = before === null ? 0 : rows.findIndex(({ id }) => id === before) + 1
  const page = rows.slice(start, start + Math.min(Number(fields.get('count') ?? 10), 1000))
  const history = Object.fromEntries(page.map((row) => [row.id, row]))
  return jsonAnswer({ auth_error: '0', errors: [], params: {}, history: page.length === 0 ? [] : history })
}

/** In Moscow time. */
function toDate(at: number): string {
  return new Date(at + 3 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
}
