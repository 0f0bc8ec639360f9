import { createHmac } from 'node:crypto'
import type { Change, CheckoutChange, Tell } from './change-checkout.ts'
import { makeId } from './checkout.ts'
import { showCharge, showDispute, showSession } from './stripe-objects.ts'

/** The header of a webhook that is sent at `now`; each attempt has its own time. */
export function signEvent(body: string, { secret, now }: { secret: string; now: number }): string {
  const time = Math.floor(now / 1000)
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`
}

/** The event of a change. It is signed when it is sent. */
export const tellStripe: Tell = (till, change, { isOlder }) => {
  const type = isOlder ? 'checkout.session.completed' : typeOf(change)
  const object = objectOf(type, change, till.baseUrl)
  if (object === null) return []
  const old = isOlder && 'payment_status' in object ? { payment_status: 'unpaid' } : {}
  const event = {
    id: makeId('evt_'),
    object: 'event',
    api_version: '2024-06-20',
    created: Math.floor(till.clock() / 1000),
    data: { object: { ...object, ...old } },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  }
  return [JSON.stringify(event)]
}

function typeOf({ before, what }: CheckoutChange): string {
  if (what.startsWith('pay') && before.slow === 'running') return 'checkout.session.async_payment_succeeded'
  return types[what]
}

const types: Readonly<Record<Change, string>> = {
  pay: 'checkout.session.completed',
  pay_little: 'checkout.session.completed',
  pay_much: 'checkout.session.completed',
  pay_twice: 'checkout.session.completed',
  pay_later: 'checkout.session.completed',
  fail: 'checkout.session.async_payment_failed',
  cancel: 'checkout.session.expired',
  refund: 'charge.refunded',
  inquire: 'charge.dispute.created',
  dispute: 'charge.dispute.funds_withdrawn',
  reinstate: 'charge.dispute.funds_reinstated',
  lose: 'charge.dispute.closed',
}

function objectOf(type: string, { after }: CheckoutChange, baseUrl: string) {
  if (type.startsWith('checkout.session.')) return showSession(after, { baseUrl, isExpanded: false })
  return type === 'charge.refunded' ? showCharge(after) : showDispute(after)
}
