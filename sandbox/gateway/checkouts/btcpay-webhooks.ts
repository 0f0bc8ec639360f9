import { createHmac } from 'node:crypto'
import type { Tell } from './change-checkout.ts'
import { type Checkout, makeId, receivedOf } from './checkout.ts'

/** The header of a webhook. */
export function signDelivery(body: string, secret: string): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
}

const types: Readonly<Record<string, string>> = {
  New: 'InvoiceReceivedPayment',
  Processing: 'InvoiceProcessing',
  Expired: 'InvoiceExpired',
  Invalid: 'InvoiceInvalid',
  Settled: 'InvoiceSettled',
}

/** A delivery names the invoice without amounts. It is signed when it is sent. */
export const tellBtcpay: Tell = ({ accounts, clock }, { after }, { isOlder }) => {
  const deliveryId = makeId('')
  const delivery = {
    deliveryId,
    webhookId: 'sandbox',
    originalDeliveryId: deliveryId,
    isRedelivery: false,
    type: isOlder ? 'InvoiceProcessing' : (types[statusOf(after, clock()).status] ?? ''),
    timestamp: Math.floor(clock() / 1000),
    storeId: accounts.btcpay.store,
    invoiceId: after.id,
    metadata: { orderId: after.reference },
  }
  return [JSON.stringify(delivery)]
}

/** Its two status words, from what was paid and when. */
export function statusOf(checkout: Checkout, now: number): { status: string; additionalStatus: string } {
  const { amount, payments, expiresAt, slow, isClosed } = checkout
  const received = receivedOf(checkout)
  const say = (status: string, additionalStatus = 'None') => ({ status, additionalStatus })
  const isLate = payments.some(({ at }) => expiresAt !== null && at >= expiresAt)
  if (slow === 'failed') return say('Invalid')
  if (slow === 'running') return say('Processing')
  if (received >= amount && isLate) return say('Expired', 'PaidLate')
  if (received > amount) return say('Settled', 'PaidOver')
  if (received === amount) return say('Settled')
  const isOver = isClosed || (expiresAt !== null && now >= expiresAt)
  if (received > 0n) return isOver ? say('Expired', 'PaidPartial') : say('New', 'PaidPartial')
  return isOver ? say('Expired') : say('New')
}
