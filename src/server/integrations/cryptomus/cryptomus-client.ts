import { type Money, toDecimal } from '#contract/money.ts'

import { callCryptomus, type CallOutcome, type CryptomusAccount } from './call-cryptomus.ts'
import { type Invoice, toInvoice } from './invoice.ts'

/** `not_found` is the gateway's explicit word; `failed` says nothing about the invoice. */
export type InvoiceAnswer =
  | { kind: 'invoice'; invoice: Invoice }
  | { kind: 'not_found' }
  | { kind: 'failed'; reason: string }

export type NewInvoice = {
  /** The gateway's own idempotency key: the same reference answers the same invoice. */
  reference: string
  amount: Money
  callbackUrl: string
  returnUrl: string
}

const LIFETIME_SECONDS = 3600

/** Asks for an invoice in USD, paid in USDT over BEP20 (field notes 3). */
export async function createInvoice(
  account: CryptomusAccount,
  { reference, amount, callbackUrl, returnUrl }: NewInvoice,
): Promise<InvoiceAnswer> {
  const outcome = await callCryptomus(account, '/v1/payment', {
    // A deposit has whole cents (the contract refuses more), so the cut loses nothing.
    amount: toDecimal(amount).slice(0, -6),
    currency: 'USD',
    order_id: reference,
    to_currency: 'USDT',
    network: 'bsc',
    url_callback: callbackUrl,
    url_return: returnUrl,
    url_success: returnUrl,
    lifetime: LIFETIME_SECONDS,
    is_payment_multiple: true,
    accuracy_payment_percent: 0,
  })
  return toAnswer(outcome, reference)
}

/** How the invoice of a reference stands, as the gateway itself says: the only word that money follows. */
export async function readInvoice(account: CryptomusAccount, reference: string): Promise<InvoiceAnswer> {
  return toAnswer(await callCryptomus(account, '/v1/payment/info', { order_id: reference }), reference)
}

function toAnswer(outcome: CallOutcome, reference: string): InvoiceAnswer {
  if (outcome.kind === 'failed') return outcome
  const { httpStatus, body } = outcome
  const state = Number(body.get('state'))
  const message = String(body.get('message') ?? '')
  if (state === 1 && /payment not found/i.test(message)) return { kind: 'not_found' }
  if (state !== 0 || httpStatus < 200 || httpStatus > 299)
    return { kind: 'failed', reason: refusal(httpStatus, message, body.get('errors')) }
  const invoice = toInvoice(body.get('result'))
  if (invoice === undefined) return { kind: 'failed', reason: `HTTP ${httpStatus} without an invoice` }
  // An answer about another invoice is no answer about this one.
  if (invoice.orderId !== reference) return { kind: 'failed', reason: 'the answer names another order_id' }
  return { kind: 'invoice', invoice }
}

function refusal(httpStatus: number, message: string, errors: unknown): string {
  const detail = message || (errors === undefined ? '' : JSON.stringify(errors))
  return `HTTP ${httpStatus} ${detail}`.trim().slice(0, 300)
}
