import type { cryptomus } from '#contract/base/gateways/cryptomus.ts'
import { type Money, parseMoney } from '#contract/base/money.ts'
import type {
  Failed,
  GatewayAccount,
  Invoice,
  InvoiceAnswer,
  NewInvoice,
} from '#server/integrations/gateways/gateway.ts'
import {
  callGateway,
  type CallOutcome,
  failed,
  refused,
  textOf,
  toCentsText,
  toDate,
  toHttpUrl,
  toMembers,
} from '#server/integrations/gateways/call-gateway.ts'

import { toState } from './payment-state.ts'
import { signBody } from './sign.ts'

export type CryptomusAccount = GatewayAccount<keyof typeof cryptomus.fields>

/** What Cryptomus accepts as an order_id. */
const ORDER_ID = /^[A-Za-z0-9_-]{1,128}$/
const LIFETIME_SECONDS = 3600

/** The currency and network of every invoice. */
export const CURRENCY = 'USDT'
export const NETWORK = 'bsc'

/**
 * Requests an invoice in USD, paid in USDT over BEP20 (field notes 3). The same reference answers the same invoice, so
 * after a lost answer no look-up is needed first.
 */
export async function createInvoice(
  account: CryptomusAccount,
  { reference, amount, callbackUrl, returnUrl }: NewInvoice,
): Promise<InvoiceAnswer> {
  const outcome = await callCryptomus(account, '/v1/payment', {
    amount: toCentsText(amount),
    currency: 'USD',
    order_id: reference,
    to_currency: CURRENCY,
    network: NETWORK,
    url_callback: callbackUrl,
    url_return: returnUrl,
    url_success: returnUrl,
    lifetime: LIFETIME_SECONDS,
    is_payment_multiple: true,
    accuracy_payment_percent: 0,
  })
  return toAnswer(outcome, reference)
}

export async function readInvoice(
  account: CryptomusAccount,
  { reference }: { reference: string },
): Promise<InvoiceAnswer> {
  if (!ORDER_ID.test(reference)) return { kind: 'not_found' }
  return toAnswer(await callCryptomus(account, '/v1/payment/info', { order_id: reference }), reference)
}

/** One signed call, without redirects or retries; the caller decides whether to retry. */
export async function callCryptomus(
  account: CryptomusAccount,
  path: '/v1/payment' | '/v1/payment/info' | '/v1/payment/list' | '/v1/payment/services',
  members?: Record<string, unknown>,
  cursor?: string,
): Promise<CallOutcome> {
  // Without members there is no body, and the signature covers an empty one.
  const body = members === undefined ? '' : JSON.stringify(members)
  return callGateway(account, {
    name: path,
    path: cursor === undefined ? path : `${path}?cursor=${encodeURIComponent(cursor)}`,
    method: 'POST',
    json: body,
    headers: { merchant: account.fields.merchant, sign: signBody(body, account.fields.key) },
  })
}

function toAnswer(outcome: CallOutcome, reference: string): InvoiceAnswer {
  const answer = toResult(outcome)
  if (answer.kind === 'failed') return answer.isNotFound ? { kind: 'not_found' } : answer
  const invoice = toInvoice(answer.result)
  if (invoice === undefined) return failed('no_payment')
  // An answer about another invoice says nothing about this one.
  if (invoice.reference !== reference) return failed('other_payment')
  return { kind: 'invoice', invoice }
}

type Result = { kind: 'result'; result: unknown } | (Failed & { isNotFound?: boolean })

export function toResult(outcome: CallOutcome): Result {
  if (outcome.kind === 'failed') return outcome
  const { httpStatus, body } = outcome
  const state = Number(body.get('state'))
  const message = String(body.get('message') ?? '')
  if (state === 0 && httpStatus >= 200 && httpStatus <= 299)
    return { kind: 'result', result: body.get('result') }
  const isNotFound = state === 1 && /payment not found/i.test(message)
  return { ...toRefused(httpStatus, message, body.get('errors')), isNotFound }
}

export function toRefused(httpStatus: number, message: string, errors: unknown): Failed {
  return refused(httpStatus, message || (errors === undefined ? '' : JSON.stringify(errors)))
}

/** Reads the `result` of an answer; undefined if it is not an invoice. */
export function toInvoice(result: unknown): Invoice | undefined {
  const members = toMembers(result)
  const uuid = textOf(members.get('uuid'))
  const orderId = textOf(members.get('order_id'))
  const status = toStatus(textOf(members.get('payment_status')), textOf(members.get('status')))
  if (uuid === '' || orderId === '' || status === '') return undefined
  return {
    reference: orderId,
    ids: [uuid],
    amount: parseMoney(textOf(members.get('amount'))),
    currency: textOf(members.get('currency')).toUpperCase(),
    arrived: toArrived(textOf(members.get('payment_amount_usd'))),
    arrivedAs: toArrivedAs(textOf(members.get('payment_amount')), textOf(members.get('payer_currency'))),
    ...toState(status),
    status,
    url: toHttpUrl(textOf(members.get('url'))),
    expiresAt: toDate(members.get('expired_at')),
  }
}

/** Currency conversion may give any number of decimals. */
function toArrived(text: string): Money | undefined {
  if (!/^\d+(?:\.\d+)?$/.test(text)) return undefined
  return parseMoney(text.replace(/(\.\d{8})\d+$/, '$1'))
}

function toArrivedAs(amount: string, currency: string): string | undefined {
  return /^\d{1,30}(\.\d{1,30})?$/.test(amount) ? `${amount} ${currency}`.trim().slice(0, 80) : undefined
}

/** Cryptomus uses both member names; if they contradict each other, neither counts. */
function toStatus(one: string, other: string): string {
  if (one === '' || other === '' || one === other) return (one || other).toLowerCase()
  return `${one}|${other}`
}
