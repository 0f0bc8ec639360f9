import type { Faults } from '#sandbox/faults/faults.ts'
import type { Fault, WebhookFaultKind } from '#sandbox/faults/fault-kinds.ts'
import type { GatewayState, Webhook } from './gateway-state.ts'
import { isFinal, showWebhook, type Invoice, type PaymentState } from './invoice.ts'
import { signWebhook } from './sign.ts'
import type { WebhookSender } from './webhook-sender.ts'

export type Gateway = {
  state: GatewayState
  faults: Faults
  sender: WebhookSender
  /** The key of the invoice's merchant. */
  keyOf: (merchant: string) => string
  clock: () => number
}

const REPEATS = 3

/**
 * Sets an invoice's status and sends the webhook, with a pending webhook fault if there is one. The same status
 * again sends it again. With `isWebhookOnly` the webhook is sent and the invoice stays unchanged: a false claim.
 */
export function changeInvoice(
  gateway: Gateway,
  {
    invoice,
    status,
    received = receivedFor(invoice, status),
    isWebhookOnly = false,
  }: { invoice: Invoice; status: string; received?: bigint | undefined; isWebhookOnly?: boolean },
): void {
  const { state, clock, faults } = gateway
  const fault = faults.nextForWebhook()
  const now = clock()
  const showFrom = fault?.kind === 'webhook_early' ? now + fault.delay_ms : now
  const payment = isWebhookOnly
    ? { status, received, txid: invoice.payment.txid, at: now }
    : state.setPayment({ invoice, status, received, showFrom })
  for (const webhook of planWebhooks({ gateway, invoice, payment, fault, now })) gateway.sender.send(webhook)
}

/** The paid amount if none is given: the whole, half, one and a half, or unchanged. */
function receivedFor(invoice: Invoice, status: string): bigint {
  const { received } = invoice.payment
  switch (status) {
    case 'paid':
    case 'confirm_check':
      return received >= invoice.amount ? received : invoice.amount
    case 'paid_over':
      return received > invoice.amount ? received : (invoice.amount * 3n) / 2n
    case 'wrong_amount':
    case 'wrong_amount_waiting':
      return received > 0n && received < invoice.amount ? received : invoice.amount / 2n
    case 'refund_process':
    case 'refund_fail':
    case 'refund_paid':
    case 'locked':
      return received > 0n ? received : invoice.amount
    case 'check':
    case 'process':
    case 'cancel':
    case 'fail':
    case 'system_fail':
      return 0n
    default:
      return received
  }
}

/** The webhooks of one change, each recorded before any is sent. See the table in fault-kinds.ts. */
function planWebhooks({
  gateway,
  invoice,
  payment,
  fault,
  now,
}: {
  gateway: Gateway
  invoice: Invoice
  payment: PaymentState
  fault: Fault<WebhookFaultKind> | undefined
  now: number
}): Webhook[] {
  const url = invoice.callbackUrl
  if (url === null || fault?.kind === 'webhook_missing') return []
  const plan = (
    told: PaymentState,
    { delayMs = 0, key = gateway.keyOf(invoice.merchant), isRetried = true } = {},
  ): Webhook =>
    gateway.state.addWebhook({
      orderId: invoice.orderId,
      status: told.status,
      url,
      body: signWebhook(showWebhook(invoice, told), key),
      sendAt: now + delayMs,
      isRetried,
      ...(fault && { fault: fault.kind }),
    })
  switch (fault?.kind) {
    case 'webhook_repeat':
      return Array.from({ length: REPEATS }, (_, index) => plan(payment, { delayMs: index * 200 }))
    case 'webhook_reorder': {
      const older: PaymentState = { ...payment, status: 'confirm_check' }
      return [plan(payment), plan(older, { delayMs: 300 })]
    }
    case 'webhook_forge':
      return [plan(payment, { key: `not-${gateway.keyOf(invoice.merchant)}`, isRetried: false })]
    case 'webhook_late':
      return [plan(payment, { delayMs: fault.delay_ms })]
    case 'webhook_early':
    case undefined:
      return [plan(payment)]
  }
}

/** An open invoice that has expired: canceled, or finally underpaid if a part was paid. */
export function expireInvoice(gateway: Gateway, invoice: Invoice): void {
  const { status } = invoice.payment
  if (isFinal(status) || gateway.clock() < invoice.expiresAt) return
  if (status === 'wrong_amount_waiting') changeInvoice(gateway, { invoice, status: 'wrong_amount' })
  else if (status === 'check') changeInvoice(gateway, { invoice, status: 'cancel' })
}
