import { type Checkout, receivedOf } from './checkout.ts'

const CENT = 1_000_000n
const DAY_SECONDS = 86_400

export function toCents(units: bigint): number {
  return Number(units / CENT)
}

function toSeconds(ms: number): number {
  return Math.floor(ms / 1000)
}

/** The ids of a session's objects are derived from its first payment's. */
function idsOf({
  id,
  payments,
  slow,
}: Checkout): { intent: string; charge: string; dispute: string } | undefined {
  const intent = payments[0]?.id ?? (slow === 'none' ? undefined : `pi_${id.slice(-24)}`)
  if (intent === undefined) return undefined
  const own = intent.slice(3)
  return { intent, charge: `ch_${own}`, dispute: `dp_${own}` }
}

export function showSession(
  checkout: Checkout,
  { baseUrl, isExpanded }: { baseUrl: string; isExpanded: boolean },
) {
  const { id, payments, slow, isClosed } = checkout
  const isComplete = payments.length > 0 || slow !== 'none'
  const status = isComplete ? 'complete' : isClosed ? 'expired' : 'open'
  const intent = showIntent(checkout)
  return {
    id,
    object: 'checkout.session',
    amount_subtotal: toCents(checkout.amount),
    amount_total: toCents(checkout.amount),
    cancel_url: checkout.returnUrl,
    client_reference_id: checkout.reference,
    created: toSeconds(checkout.createdAt),
    currency: currencyOf(checkout),
    expires_at: toSeconds(checkout.createdAt) + DAY_SECONDS,
    livemode: false,
    metadata: { deposit: checkout.reference },
    mode: 'payment',
    payment_intent: isExpanded ? intent : (intent?.id ?? null),
    payment_method_types: ['card'],
    payment_status: payments.length > 0 ? 'paid' : 'unpaid',
    status,
    success_url: checkout.successUrl,
    url: status === 'open' ? `${baseUrl}/checkout/${id}` : null,
  }
}

/** Null before the first payment. The charge is always expanded here, as the sessions' expansion requests it. */
export function showIntent(checkout: Checkout) {
  const ids = idsOf(checkout)
  if (ids === undefined) return null
  const { payments, slow } = checkout
  const status =
    payments.length > 0 ? 'succeeded' : slow === 'failed' ? 'requires_payment_method' : 'processing'
  return {
    id: ids.intent,
    object: 'payment_intent',
    amount: toCents(checkout.amount),
    amount_received: toCents(receivedOf(checkout)),
    created: toSeconds(checkout.createdAt),
    currency: currencyOf(checkout),
    latest_charge: showCharge(checkout),
    livemode: false,
    metadata: { deposit: checkout.reference },
    status,
  }
}

/** Null before the first payment. */
export function showCharge(checkout: Checkout) {
  const ids = idsOf(checkout)
  const received = receivedOf(checkout)
  if (ids === undefined || received === 0n) return null
  return {
    id: ids.charge,
    object: 'charge',
    amount: toCents(received),
    amount_captured: toCents(received),
    amount_refunded: toCents(checkout.refunded),
    captured: true,
    created: toSeconds(checkout.payments[0]?.at ?? checkout.createdAt),
    currency: currencyOf(checkout),
    disputed: checkout.dispute !== 'none',
    livemode: false,
    metadata: { deposit: checkout.reference },
    paid: true,
    payment_intent: ids.intent,
    refunded: checkout.refunded >= received,
    status: 'succeeded',
  }
}

const disputeStatuses = {
  inquiry: 'warning_needs_response',
  withdrawn: 'needs_response',
  reinstated: 'won',
  lost: 'lost',
} as const

/** Null if there is none. Its metadata is separate, so it only names charge and intent. */
export function showDispute(checkout: Checkout) {
  const ids = idsOf(checkout)
  if (ids === undefined || checkout.dispute === 'none') return null
  const amount = toCents(receivedOf(checkout))
  const move = (id: string, sum: number, category: string) => ({
    id,
    object: 'balance_transaction',
    amount: sum,
    currency: currencyOf(checkout),
    fee: sum < 0 ? 1500 : -1500,
    reporting_category: category,
    type: 'adjustment',
  })
  const withdrawal = move(`txn_${ids.dispute}_1`, -amount, 'dispute')
  const moves = {
    inquiry: [],
    withdrawn: [withdrawal],
    lost: [withdrawal],
    reinstated: [withdrawal, move(`txn_${ids.dispute}_2`, amount, 'dispute_reversal')],
  }
  return {
    id: ids.dispute,
    object: 'dispute',
    amount,
    balance_transactions: moves[checkout.dispute],
    charge: ids.charge,
    created: toSeconds(checkout.createdAt),
    currency: currencyOf(checkout),
    is_charge_refundable: checkout.dispute === 'inquiry',
    livemode: false,
    metadata: {},
    payment_intent: ids.intent,
    reason: 'fraudulent',
    status: disputeStatuses[checkout.dispute],
  }
}

function currencyOf({ payments, currency }: Checkout): string {
  return (payments[0]?.currency ?? currency).toLowerCase()
}
