import type { DepositReview } from '#contract/payments/deposit-review.ts'
import { toDecimal } from '#contract/base/money.ts'
import type { DepositStatus } from '#contract/payments/payments.ts'
import type { Invoice } from '#server/integrations/gateways/gateway.ts'

import type { Deposit } from './deposit-queries.ts'

/** `paid` is credited in full from this percentage of the invoice's amount on. */
const PAID_PERCENT_MIN = 95n
/** Amounts are whole cents; smaller differences come from converting currencies. */
const CENT = 1_000_000n

const MINUTE_MS = 60_000
const FIRST_MS = 15_000
const OPEN_MAX_MS = 5 * MINUTE_MS
/** A late payment is still credited: usually it arrives minutes after the deposit was closed. */
const CLOSED_MAX_MS = 30 * MINUTE_MS
const LATE_MS = 24 * 60 * MINUTE_MS

/** `wait` leaves the deposit's status unchanged. A credit with a review is listed for staff. */
export type Decision =
  | { kind: 'credit'; review?: DepositReview }
  | { kind: 'cancel' }
  | { kind: 'review'; review: DepositReview }
  | { kind: 'wait' }

type Answer = Pick<Invoice, 'state' | 'canPayRest' | 'refund' | 'status' | 'amount' | 'currency' | 'arrived'>
type Known = Pick<
  Deposit,
  'status' | 'amount' | 'arrived' | 'gateway_status' | 'credited_amount' | 'refused_at'
>

/**
 * What the gateway's answer means for a deposit. Only known states have an effect, and a payment is credited only if
 * the invoice has the deposit's amount. Completed is final. A late payment overrides a cancellation and a review, but
 * not a manual refusal: then it goes to review again.
 */
export function decideDeposit(invoice: Answer, deposit: Known): Decision {
  const { state } = invoice
  if (deposit.status === 'completed') return { kind: 'wait' }
  if (deposit.refused_at !== null) return decideRefused(invoice, deposit)
  if (isPaid(state)) return creditOrReview(invoice, deposit.amount)
  const unclear = findUnclear(invoice)
  if (unclear !== undefined) return review(unclear)
  // In review staff decide, even if the gateway closes the invoice.
  if (state === 'closed' && deposit.status === 'pending') return { kind: 'cancel' }
  return { kind: 'wait' }
}

/** After a manual refusal nothing is credited automatically; each new amount or status sends the deposit to review once. */
function decideRefused(invoice: Answer, deposit: Known): Decision {
  const { state, status, arrived } = invoice
  const isSameStatus = status === deposit.gateway_status
  // If no amount was known, the same status with an amount is not new.
  const isMore =
    deposit.arrived === null ? !isSameStatus && isMoreThan(arrived, 0n) : isMoreThan(arrived, deposit.arrived)
  if (isSameStatus && !isMore) return { kind: 'wait' }
  if (isPaid(state)) return review({ code: 'paid_after_refusal', details: arrivedIn(invoice) })
  if (isMore) return review({ code: 'more_after_refusal', details: arrivedIn(invoice) })
  // A refund at the gateway is expected after a refusal; only its failure needs a review.
  const isHeld = state === 'held' && invoice.refund !== 'running'
  const unclear = isHeld ? findUnclear(invoice) : undefined
  return unclear === undefined ? { kind: 'wait' } : review(unclear)
}

/**
 * Why staff should review a credited deposit, once per status. The customer has the money and may have spent it, so
 * nothing moves automatically.
 */
export function reviewOfCompleted(invoice: Answer, deposit: Known): DepositReview | undefined {
  const { status, arrived } = invoice
  const credited = deposit.credited_amount ?? deposit.amount
  if (isMoreThan(arrived, credited + CENT - 1n) && arrived !== deposit.arrived)
    return { code: 'more_than_credited', details: arrivedIn(invoice) }
  return status === deposit.gateway_status ? undefined : findUnclear(invoice)
}

function isMoreThan(arrived: bigint | undefined, known: bigint): boolean {
  return arrived !== undefined && arrived > known
}

/**
 * Credits the invoice's amount, which must be the deposit's. If what arrived differs, it is listed for staff, and below
 * 95 % of it they decide (field notes 3). If the gateway reports no amount, its status counts.
 */
function creditOrReview(invoice: Answer, due: bigint): Decision {
  const { amount, currency, arrived } = invoice
  if (currency !== 'USD') return review({ code: 'other_currency', details: { currency } })
  if (amount !== due) {
    const details = amount === undefined ? {} : { amount: toDecimal(amount) }
    return review({ code: 'other_amount', details })
  }
  if (arrived === undefined) return { kind: 'credit' }
  if (arrived * 100n < due * PAID_PERCENT_MIN)
    return review({ code: 'underpaid', details: arrivedIn(invoice) })
  const difference = arrived - due
  if (difference >= CENT)
    return { kind: 'credit', review: { code: 'more_than_credited', details: arrivedIn(invoice) } }
  if (difference <= -CENT)
    return { kind: 'credit', review: { code: 'less_than_credited', details: arrivedIn(invoice) } }
  return { kind: 'credit' }
}

function review(reason: DepositReview): Decision {
  return { kind: 'review', review: reason }
}

/** Why staff must decide, by the state alone. */
function findUnclear(invoice: Answer): DepositReview | undefined {
  switch (invoice.state) {
    case 'short':
      return invoice.canPayRest === true ? undefined : { code: 'underpaid', details: arrivedIn(invoice) }
    case 'held':
      return { code: invoice.refund === undefined ? 'held_back' : refunds[invoice.refund], details: {} }
    case 'reversed':
      return { code: 'refunded', details: {} }
    default:
      return undefined
  }
}

const refunds = { running: 'refunding', failed: 'refund_failed' } as const

function arrivedIn({ arrived }: Answer): { arrived?: string } {
  return arrived === undefined ? {} : { arrived: toDecimal(arrived) }
}

/** Whether money has moved: it was paid, or staff must decide. */
export function hasMoneyMoved(invoice: Invoice): boolean {
  return isPaid(invoice.state) || findUnclear(invoice) !== undefined
}

function isPaid(state: Invoice['state']): boolean {
  return state === 'paid' || state === 'over'
}

type Timing = {
  status: DepositStatus
  polls: number
  created_at: Date
  expires_at: Date | null
}

/** A payment may still arrive until a day after the invoice expired (field notes 3). */
export function endOfWatch({ created_at, expires_at }: Pick<Timing, 'created_at' | 'expires_at'>): Date {
  return new Date((expires_at ?? created_at).getTime() + LATE_MS)
}

/**
 * 15 s after it was opened, closed or sent to review, backing off to 5 min while it is pending, else to 30 min; null once nothing
 * can change. `polls` counts from then. If still pending at the end, its gateway doesn't answer: polled every 30 min.
 */
export function nextPollAt(deposit: Timing, now: Date): Date | null {
  if (deposit.status === 'completed') return null
  const hasEnded = now >= endOfWatch(deposit)
  if (hasEnded && deposit.status !== 'pending') return null
  const longest = deposit.status === 'pending' && !hasEnded ? OPEN_MAX_MS : CLOSED_MAX_MS
  return new Date(now.getTime() + Math.min(longest, FIRST_MS * 2 ** Math.min(deposit.polls, 10)))
}
