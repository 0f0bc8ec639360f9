import type { InvoiceAnswer, NewInvoice } from '#server/integrations/gateways/gateway.ts'

import { findSession, toInvoiceAnswer } from './read-session.ts'
import { post, type StripeAccount, toCents } from './stripe-client.ts'

/**
 * How long attempts share one idempotency key. During this time Stripe itself finds the session of a lost answer, later
 * we do. It is shorter than the 24 hours that Stripe stores keys, because Stripe repeats a 500 answer for as long.
 */
const KEY_MS = 600_000

/** Opens a Checkout Session in USD with the deposit's reference, also on the intent, named by refunds and disputes. */
export async function createInvoice(account: StripeAccount, invoice: NewInvoice): Promise<InvoiceAnswer> {
  const { reference, amount, returnUrl, askedAt, now } = invoice
  // If the clock stepped back meanwhile, it is still in the first period.
  const period = Math.max(0, Math.floor((now.getTime() - askedAt.getTime()) / KEY_MS))
  if (period > 0) {
    const found = await findSession(account, { reference, openedAt: askedAt })
    if (found.kind !== 'not_found') return found
  }
  const form = new URLSearchParams({
    mode: 'payment',
    client_reference_id: reference,
    'metadata[deposit]': reference,
    'payment_intent_data[metadata][deposit]': reference,
    'line_items[0][quantity]': '1',
    'line_items[0][price_data][currency]': 'usd',
    'line_items[0][price_data][unit_amount]': toCents(amount),
    'line_items[0][price_data][product_data][name]': 'Deposit',
    success_url: returnUrl,
    cancel_url: returnUrl,
  })
  const idempotencyKey = `${reference}-${askedAt.getTime()}-${period}`
  const answer = await post(account, '/v1/checkout/sessions', { form, idempotencyKey })
  return answer.kind === 'object' ? toInvoiceAnswer(account, answer.object, { reference }) : answer
}
