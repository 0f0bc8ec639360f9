import type { Faults } from '#sandbox/faults/faults.ts'
import { refuse } from '#sandbox/http/refusal.ts'
import type { GatewayState } from '#sandbox/gateway/gateway-state.ts'
import type { WebhookSender } from '#sandbox/gateway/webhook-sender.ts'
import type { Accounts } from './accounts.ts'
import { tellBtcpay } from './btcpay-webhooks.ts'
import { type Checkout, makeId, receivedOf, type Wire } from './checkout.ts'
import type { CheckoutState } from './checkout-state.ts'
import { tellPayeer } from './payeer-webhooks.ts'
import { tellStripe } from './stripe-webhooks.ts'

export type Till = {
  state: CheckoutState
  /** Where webhooks are stored. */
  webhooks: GatewayState
  sender: WebhookSender
  faults: Faults
  accounts: Accounts
  /** The shop's origin, below which its webhooks go. Null: nowhere. */
  shop: { url: string | null }
  /** What the API shows of a checkout until an early webhook becomes true. */
  earlier: Map<string, { checkout: Checkout; until: number }>
  baseUrl: string
  clock: () => number
}

/** What a webhook reports: the change, and the state that is shown late or invented. */
export type CheckoutChange = { before: Checkout; after: Checkout; what: Change }
/** A signed body to send; `isForged` signs with another secret, `isOlder` reports an earlier state. */
export type Tell = (
  till: Till,
  change: CheckoutChange,
  how: { isForged: boolean; isOlder: boolean },
) => string[]

const tellers: Readonly<Record<Wire, Tell>> = {
  payeer: tellPayeer,
  stripe: tellStripe,
  btcpay: tellBtcpay,
}
const REPEATS = 3

export const changes = [
  'pay',
  'pay_little',
  'pay_much',
  'pay_twice',
  'pay_later',
  'fail',
  'cancel',
  'refund',
  'inquire',
  'dispute',
  'reinstate',
  'lose',
] as const
export type Change = (typeof changes)[number]

export function isChange(text: unknown): text is Change {
  return changes.some((one) => one === text)
}

/** Changes a checkout and sends its gateway's webhooks, with a pending webhook fault if there is one. */
export function changeCheckout(
  till: Till,
  {
    checkout: before,
    what,
    amount,
    currency,
  }: { checkout: Checkout; what: Change; amount?: bigint | undefined; currency?: string | undefined },
): Checkout {
  const after = apply(before, { what, amount, currency, now: till.clock() })
  const fault = till.faults.nextForWebhook()
  if (fault?.kind === 'webhook_early')
    till.earlier.set(before.id, { checkout: before, until: till.clock() + fault.delay_ms })
  till.state.save(after)
  const change = { before, after, what }
  switch (fault?.kind) {
    case 'webhook_missing':
      break
    case 'webhook_repeat':
      for (let at = 0; at < REPEATS; at += 1) send(till, change, { delayMs: at * 200 })
      break
    case 'webhook_reorder':
      send(till, change)
      send(till, change, { delayMs: 300, isOlder: true })
      break
    case 'webhook_forge':
      send(till, change, { isForged: true })
      break
    case 'webhook_late':
      send(till, change, { delayMs: fault.delay_ms })
      break
    case 'webhook_early':
      send(till, change, { isEarly: true })
      break
    case undefined:
      send(till, change)
  }
  return after
}

/** What the API shows now. */
export function shown(till: Till, checkout: Checkout): Checkout {
  const earlier = till.earlier.get(checkout.id)
  return earlier !== undefined && till.clock() < earlier.until ? earlier.checkout : checkout
}

function send(
  till: Till,
  change: CheckoutChange,
  { delayMs = 0, isForged = false, isOlder = false, isEarly = false } = {},
): void {
  const { wire, reference } = change.after
  const { url } = till.shop
  if (url === null) return
  for (const body of tellers[wire](till, change, { isForged, isOlder })) {
    const webhook = till.webhooks.addWebhook({
      orderId: reference,
      status: change.what,
      url: `${url}/api/payment/webhook/${wire}`,
      body,
      sendAt: till.clock() + delayMs,
      isRetried: !isForged,
      wire,
      ...(isForged && { fault: 'webhook_forge' }),
      ...(isEarly && { fault: 'webhook_early' }),
    })
    till.sender.send(webhook)
  }
}

function apply(
  checkout: Checkout,
  {
    what,
    amount,
    currency = checkout.currency,
    now,
  }: { what: Change; amount?: bigint | undefined; currency?: string | undefined; now: number },
): Checkout {
  const received = receivedOf(checkout)
  const rest = checkout.amount > received ? checkout.amount - received : checkout.amount
  const pay = (...amounts: bigint[]): Checkout => ({
    ...checkout,
    slow: 'none',
    payments: [
      ...checkout.payments,
      ...amounts.map((one) => ({ id: makePaymentId(checkout.wire), amount: one, currency, at: now })),
    ],
  })
  switch (what) {
    case 'pay':
      return pay(amount ?? rest)
    case 'pay_little':
      return pay(amount ?? wholeCents(rest / 2n))
    case 'pay_much':
      return pay(amount ?? wholeCents((rest * 3n) / 2n))
    case 'pay_twice':
      return pay(amount ?? rest, amount ?? rest)
    case 'pay_later':
      return { ...checkout, slow: 'running' }
    case 'fail':
      return { ...checkout, slow: 'failed' }
    case 'cancel':
      return { ...checkout, isClosed: true }
    case 'refund': {
      const most = received - checkout.refunded
      if (most <= 0n || (amount ?? most) > most) refuse(400, 'The amount exceeds what can be refunded.')
      return { ...checkout, refunded: checkout.refunded + (amount ?? most) }
    }
    case 'inquire':
      return dispute(checkout, 'inquiry')
    case 'dispute':
      return dispute(checkout, 'withdrawn')
    case 'reinstate':
      return dispute(checkout, 'reinstated')
    case 'lose':
      return dispute(checkout, 'lost')
  }
}

/** Stripe reports only whole cents: half a cent would be in these books but not in its answers. */
function wholeCents(amount: bigint): bigint {
  return amount - (amount % 1_000_000n)
}

function dispute(checkout: Checkout, state: Checkout['dispute']): Checkout {
  if (receivedOf(checkout) === 0n) refuse(400, 'There is no payment to dispute.')
  return { ...checkout, dispute: state }
}

function makePaymentId(wire: Wire): string {
  return wire === 'payeer' ? String(900_000_000 + Math.floor(Math.random() * 99_999_999)) : makeId('pi_')
}
