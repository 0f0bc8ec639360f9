import type { Found } from '#contract/base/connection-test.ts'
import type { btcpay } from '#contract/base/gateways/btcpay.ts'
import { type Money, money, parseMoney, ZERO } from '#contract/base/money.ts'
import {
  callGateway,
  type CallOutcome,
  failed,
  type Members,
  refused,
  textOf,
  toCentsText,
  toDate,
  toHttpUrl,
  toMembers,
} from '#server/integrations/gateways/call-gateway.ts'
import type {
  Failed,
  GatewayAccount,
  Invoice,
  InvoiceAnswer,
  KnownPayment,
  ListAnswer,
  ListedPayment,
  ListPage,
  NewInvoice,
} from '#server/integrations/gateways/gateway.ts'

type BtcpayAccount = GatewayAccount<keyof typeof btcpay.fields>

/**
 * A server may still open an invoice some seconds after we have stopped waiting for its answer. Customers wait for this
 * time; a second invoice does no harm, since payments to both are added up.
 */
const UNSURE_MS = 30_000
const PER_PAGE = 100
const listed: readonly Invoice['state'][] = ['paid', 'over', 'short', 'held', 'reversed']

/** A retry only looks for the first attempt's invoice: the server would open another one for the same order. */
export async function createInvoice(account: BtcpayAccount, invoice: NewInvoice): Promise<InvoiceAnswer> {
  const { reference, amount, returnUrl, askedAt, now } = invoice
  // Also if the clock stepped back meanwhile.
  if (askedAt.getTime() !== now.getTime()) {
    const found = await findInvoice(account, reference)
    const isUnsure = Math.abs(now.getTime() - askedAt.getTime()) < UNSURE_MS
    return found.kind === 'not_found' && isUnsure ? failed('earlier_try') : found
  }
  const outcome = await call(account, 'POST', 'invoices', {
    amount: toCentsText(amount),
    currency: 'USD',
    metadata: { orderId: reference },
    checkout: { redirectURL: returnUrl, redirectAutomatically: true, speedPolicy: 'MediumSpeed' },
  })
  return toAnswer(outcome, reference)
}

/** By its own id; if none is known (a lost answer), by our reference. */
export async function readInvoice(
  account: BtcpayAccount,
  { reference, ids }: Pick<KnownPayment, 'reference' | 'ids'>,
): Promise<InvoiceAnswer> {
  const [id, ...others] = ids
  if (id === undefined || others.length > 0) return findInvoice(account, reference)
  return toAnswer(await call(account, 'GET', `invoices/${encodeURIComponent(id)}`), reference)
}

/** Every invoice of the order. If a lost answer led to two, their payments are added up, and one of them was paid. */
async function findInvoice(account: BtcpayAccount, reference: string): Promise<InvoiceAnswer> {
  if (reference === '') return { kind: 'not_found' }
  const outcome = await call(account, 'GET', `invoices?orderId=${encodeURIComponent(reference)}&take=100`)
  if (outcome.kind === 'failed') return outcome
  // A list: its members are numbered from 0.
  const invoices: Invoice[] = []
  for (const value of outcome.body.values()) {
    const answer = toAnswer({ ...outcome, body: toMembers(value) }, reference)
    if (answer.kind !== 'invoice') return answer.kind === 'failed' ? answer : failed('no_list')
    invoices.push(answer.invoice)
  }
  const main = invoices.find(({ arrived = ZERO }) => arrived > 0n) ?? invoices[0]
  if (main === undefined) return { kind: 'not_found' }
  if (invoices.length === 1) return { kind: 'invoice', invoice: main }
  const arrived = invoices.reduce((sum, { arrived: one = ZERO }) => sum + one, 0n as bigint)
  return {
    kind: 'invoice',
    invoice: { ...main, ids: invoices.flatMap(({ ids }) => ids), arrived: money(arrived) },
  }
}

/** Invoices with money, newest first by opening time. The cursor is how many were listed before. */
export async function listPayments(
  account: BtcpayAccount,
  { since, until, cursor = '0' }: ListPage,
): Promise<ListAnswer> {
  const toSeconds = (at: Date) => String(Math.floor(at.getTime() / 1000))
  const query = new URLSearchParams({
    startDate: toSeconds(since),
    endDate: toSeconds(until),
    skip: cursor,
    take: String(PER_PAGE),
  })
  const outcome = await call(account, 'GET', `invoices?${query}`)
  if (outcome.kind === 'failed') return outcome
  if (outcome.httpStatus !== 200) return toRefused(outcome)
  const items = [...outcome.body.values()].map(toMembers)
  const payments = items.flatMap((item): ListedPayment[] => {
    const reference = textOf(toMembers(item.get('metadata')).get('orderId'))
    const answer = toAnswer({ ...outcome, body: item }, reference)
    const at = toDate(item.get('createdTime'))
    if (answer.kind !== 'invoice' || at === undefined || !listed.includes(answer.invoice.state)) return []
    const { ids, arrived, currency, status } = answer.invoice
    return [{ id: ids[0] ?? '', reference, at, amount: currency === 'USD' ? arrived : undefined, status }]
  })
  const next = items.length < PER_PAGE ? undefined : String(Number(cursor) + items.length)
  return { kind: 'payments', payments, next }
}

/** Whether the key may read the store's invoices. */
export async function testAccount(account: BtcpayAccount): Promise<Found[]> {
  const outcome = await call(account, 'GET', 'invoices?take=1')
  if (outcome.kind === 'answered' && outcome.httpStatus === 200) return [{ code: 'key_good' }]
  const { fault } = outcome.kind === 'failed' ? outcome : toRefused(outcome)
  return [{ code: 'merchant_refused', details: { fault } }]
}

function call(
  account: BtcpayAccount,
  method: 'GET' | 'POST',
  path: string,
  members?: Record<string, unknown>,
): Promise<CallOutcome> {
  return callGateway(account, {
    name: 'invoices',
    path: `/api/v1/stores/${encodeURIComponent(account.fields.store)}/${path}`,
    method,
    headers: { authorization: `token ${account.fields.key}` },
    ...(members !== undefined && { json: JSON.stringify(members) }),
  })
}

function toRefused({ httpStatus, body }: { httpStatus: number; body: Members }): Failed {
  return refused(httpStatus, textOf(body.get('message')))
}

function toAnswer(outcome: CallOutcome, reference: string): InvoiceAnswer {
  if (outcome.kind === 'failed') return outcome
  const { httpStatus, body } = outcome
  // With the server's own code: a 404 without it may be a proxy's.
  if (httpStatus === 404 && textOf(body.get('code')) === 'invoice-not-found') return { kind: 'not_found' }
  if (httpStatus !== 200) return toRefused(outcome)
  const id = textOf(body.get('id'))
  if (id === '') return failed('no_payment')
  if (textOf(toMembers(body.get('metadata')).get('orderId')) !== reference) return failed('other_payment')
  const amount = parseMoney(textOf(body.get('amount')))
  // Older servers don't report how much was paid; then only the status counts.
  const arrived = toArrived(textOf(body.get('paidAmount')))
  const words = [textOf(body.get('status')), textOf(body.get('additionalStatus'))]
  return {
    kind: 'invoice',
    invoice: {
      reference,
      ids: [id],
      amount,
      currency: textOf(body.get('currency')).toUpperCase(),
      arrived,
      arrivedAs: undefined,
      state: stateOf(words, arrived),
      status: words.filter((word) => word !== '' && word !== 'None').join(' '),
      url: toHttpUrl(textOf(body.get('checkoutLink'))),
      expiresAt: toDate(body.get('expirationTime')),
    },
  }
}

/** Converted from bitcoin, with any number of decimals. */
function toArrived(text: string): Money | undefined {
  return /^\d+(?:\.\d+)?$/.test(text) ? parseMoney(text.replace(/(\.\d{8})\d+$/, '$1')) : undefined
}

/**
 * Staff review `Marked`, which a person set there without a payment, and payments after the invoice expired, whose
 * confirmations the server no longer tracks.
 */
function stateOf([status = '', more = '']: readonly string[], arrived: Money | undefined): Invoice['state'] {
  switch (`${status} ${more}`) {
    case 'New None':
      return 'open'
    case 'Processing None':
    case 'Processing PaidLate':
    case 'Processing PaidOver':
    case 'New PaidPartial':
      return 'waiting'
    case 'Settled None':
    case 'Settled PaidLate':
      return 'paid'
    case 'Settled PaidOver':
      return 'over'
    case 'Expired PaidPartial':
      return 'short'
    case 'Expired None':
    case 'Invalid None':
      return arrived === undefined || arrived === ZERO ? 'closed' : 'held'
    case 'Expired PaidLate':
    case 'Settled Marked':
    case 'Invalid Marked':
    case 'Invalid PaidLate':
    case 'Invalid PaidOver':
      return 'held'
    default:
      return undefined
  }
}
