import type { Found } from '#contract/base/connection-test.ts'
import type { payeer } from '#contract/base/gateways/payeer.ts'
import { type Money, money, moneyFromNumber, parseMoney } from '#contract/base/money.ts'
import {
  callGateway,
  type CallOutcome,
  failed,
  type Members,
  refused,
  textOf,
  toCentsText,
  toMembers,
} from '#server/integrations/gateways/call-gateway.ts'
import type {
  Failed,
  GatewayAccount,
  Invoice,
  InvoiceAnswer,
  KnownPayment,
} from '#server/integrations/gateways/gateway.ts'

import { signValues } from './sign.ts'

export type PayeerAccount = GatewayAccount<keyof typeof payeer.fields>

const CURRENCY = 'USD'

/** The merchant's payment page with the signed order and amount. */
export function makePaymentUrl(
  { url, fields: { shop, key } }: PayeerAccount,
  { reference, amount }: { reference: string; amount: Money },
): string {
  const description = Buffer.from(`Deposit ${reference}`).toString('base64')
  const values = {
    m_shop: shop,
    m_orderid: reference,
    m_amount: toCentsText(amount),
    m_curr: CURRENCY,
    m_desc: description,
  }
  const query = new URLSearchParams({ ...values, m_sign: signValues(Object.values(values), key) })
  return `${url}/merchant/?${query}`
}

export function hasApi({ fields: { account, api_id: id, api_pass: pass } }: PayeerAccount): boolean {
  return account !== '' && id !== '' && pass !== ''
}

/**
 * Payeer stores payments, up to ten per order, but no invoices: the requested amount is the one we signed. If it can't
 * be queried, its payments are those named by signed notifications.
 */
export async function readInvoice(account: PayeerAccount, known: KnownPayment): Promise<InvoiceAnswer> {
  if (!hasApi(account)) {
    const payments = known.believed.map((payment) => ({ ...payment, isProcessed: true }))
    return toAnswer(account, known, payments)
  }
  const { reference } = known
  const outcome = await callApi(account, {
    action: 'paymentDetails',
    merchantId: account.fields.shop,
    referenceId: reference,
  })
  if (outcome.kind === 'failed') return outcome
  const { httpStatus, body } = outcome
  const fault = findFault(httpStatus, body)
  if (fault !== undefined) return fault
  const items = body.get('items')
  if (body.get('success') !== true || !Array.isArray(items)) return failed('no_list')
  const payments = items.map(toMembers)
  // An answer about another order says nothing about this one.
  if (payments.some((payment) => textOf(payment.get('referenceId')) !== reference))
    return failed('other_payment')
  const read = payments.map(toPayment)
  // No answer is better than part of the sum.
  if (!read.every((payment) => payment !== undefined)) return failed('no_payment')
  return toAnswer(account, known, read)
}

type Payment = { id: string; amount: Money; currency: string; isProcessed: boolean }

function toPayment(item: Members): Payment | undefined {
  const id = textOf(item.get('merchantTransactionId'))
  const amount = toAmount(item.get('amount'))
  if (id === '' || amount === undefined || amount <= 0n) return undefined
  const isProcessed = textOf(item.get('processed')) !== '' || Number(item.get('processed_ts')) > 0
  return { id, amount, currency: textOf(item.get('currency')).toUpperCase(), isProcessed }
}

function toAmount(value: unknown): Money | undefined {
  return typeof value === 'number' ? moneyFromNumber(value) : parseMoney(textOf(value))
}

/** The sum of processed payments against the requested amount. Other currencies are not converted: they go to review. */
function toAnswer(
  account: PayeerAccount,
  { reference, amount }: KnownPayment,
  payments: readonly Payment[],
): InvoiceAnswer {
  if (payments.length === 0) return { kind: 'not_found' }
  const processed = payments.filter(({ isProcessed }) => isProcessed)
  const other = processed.find(({ currency }) => currency !== CURRENCY)
  const arrived = processed
    .filter(({ currency }) => currency === CURRENCY)
    .reduce((sum, payment) => sum + payment.amount, 0n as bigint)
  const state =
    other === undefined
      ? stateOf({ arrived, due: amount ?? money(arrived), isWaiting: processed.length === 0 })
      : 'paid'
  return {
    kind: 'invoice',
    invoice: {
      reference,
      ids: payments.map(({ id }) => id),
      amount: amount ?? money(arrived),
      currency: other?.currency ?? CURRENCY,
      arrived: money(arrived),
      arrivedAs:
        processed
          .map((one) => `${toCentsText(one.amount)} ${one.currency}`)
          .join(' + ')
          .slice(0, 80) || undefined,
      state,
      status: processed.length === 0 ? 'waiting' : `success ${processed.length}`,
      url: amount && makePaymentUrl(account, { reference, amount }),
      expiresAt: undefined,
    },
  }
}

function stateOf({
  arrived,
  due,
  isWaiting,
}: {
  arrived: bigint
  due: Money
  isWaiting: boolean
}): NonNullable<Invoice['state']> {
  if (isWaiting) return 'waiting'
  if (arrived < due) return 'short'
  return arrived > due ? 'over' : 'paid'
}

/** Whether the API keys are accepted. Without them only notifications report payments. */
export async function testAccount(account: PayeerAccount): Promise<Found[]> {
  const outcome = await callApi(account, {})
  if (outcome.kind === 'failed') return [{ code: 'merchant_refused', details: { fault: outcome.fault } }]
  if (!hasApi(account))
    return [{ code: 'key_untold', details: { fault: { code: 'keys_missing', details: {} } } }]
  const refusal = findFault(outcome.httpStatus, outcome.body)
  return refusal === undefined
    ? [{ code: 'key_good' }]
    : [{ code: 'merchant_refused', details: { fault: refusal.fault } }]
}

/** One API call; `findFault` finds its errors. */
export function callApi(account: PayeerAccount, own: Record<string, string>): Promise<CallOutcome> {
  const { account: number, api_id: apiId, api_pass: apiPass } = account.fields
  return callGateway(account, {
    name: own['action'] ?? 'authorization',
    path: '/ajax/api/api.php',
    method: 'POST',
    form: new URLSearchParams({ account: number, apiId, apiPass, ...own }),
  })
}

/** Undefined if there is none. `errors` may be blank, false, null, 0 or "0" for none; `auth_error` is "0" for accepted keys. */
export function findFault(httpStatus: number, body: Members): Failed | undefined {
  const errors = body.get('errors')
  const listed = typeof errors === 'object' && errors !== null ? Object.values(errors) : [errors]
  const said = listed.filter(
    (one) => one !== undefined && one !== null && one !== false && !['', '0'].includes(String(one)),
  )
  if (said.length > 0) return refused(httpStatus, said.map(String).join(', ').slice(0, 200))
  return textOf(body.get('auth_error')) === '0' ? undefined : failed('keys_refused')
}
