import type { DepositReview } from '#contract/payments/deposit-review.ts'
import { toDecimal } from '#contract/base/money.ts'
import type { DepositStatus } from '#contract/payments/payments.ts'
import type { Invoice } from '#server/integrations/gateways/cryptomus/cryptomus-client.ts'
import type { Deposit } from './deposit-queries.ts'

/** The words of the gateway by what they mean for a deposit. Any other word changes nothing. */
export const invoiceStatuses = {
  open: ['check', 'process', 'confirm_check', 'wrong_amount_waiting'],
  paid: ['paid', 'paid_over'],
  closed: ['cancel', 'fail', 'system_fail'],
  /** A person decides. */
  unclear: ['wrong_amount', 'refund_process', 'refund_fail', 'refund_paid', 'locked'],
} as const

/** Of the invoice's amount: from here on `paid` is credited in full. */
const PAID_PERCENT_MIN = 95n
/** Amounts are whole cents; a smaller difference comes from converting currencies. */
const CENT = 1_000_000n

const MINUTE_MS = 60_000
const FIRST_MS = 15_000
const OPEN_MAX_MS = 5 * MINUTE_MS
/** Nothing is expected of these any more, yet a late payment wins. */
const CLOSED_MS = 30 * MINUTE_MS
const LATE_MS = 24 * 60 * MINUTE_MS

/** `wait` leaves the deposit's status as it is. A credit with a review is listed for staff, and nothing else moves. */
export type Decision =
  | { kind: 'credit'; review?: DepositReview }
  | { kind: 'cancel' }
  | { kind: 'review'; review: DepositReview }
  | { kind: 'wait' }

type Answer = Pick<Invoice, 'status' | 'amount' | 'currency' | 'arrived'>
type Known = Pick<
  Deposit,
  'status' | 'amount' | 'arrived' | 'gateway_status' | 'credited_amount' | 'refused_at'
>

/**
 * What the gateway's answer means for a deposit (field notes 3). Only explicit words act; a payment is credited
 * only when the invoice is for what the deposit is for. Completed is final, and a late payment wins over a
 * cancelation and over a review, but not over a person who refused it: then a person decides again.
 */
export function decideDeposit(invoice: Answer, deposit: Known): Decision {
  const { status } = invoice
  if (deposit.status === 'completed') return { kind: 'wait' }
  if (deposit.refused_at !== null) return decideRefused(invoice, deposit)
  if (isOneOf(invoiceStatuses.paid, status)) return creditOrReview(invoice, deposit.amount)
  if (isOneOf(invoiceStatuses.unclear, status)) return review(reviewOfWord(status, invoice))
  // A person who is looking at it decides; the gateway closing it changes nothing about that.
  if (isOneOf(invoiceStatuses.closed, status) && deposit.status === 'pending') return { kind: 'cancel' }
  return { kind: 'wait' }
}

/** Never credited by itself, and never lost: what is new since the refusal is a person's again, once. */
function decideRefused(invoice: Answer, deposit: Known): Decision {
  const { status, arrived } = invoice
  const isSameWord = status === deposit.gateway_status
  // Where no figure was known, the same word is no news for naming one.
  const isMore =
    deposit.arrived === null ? !isSameWord && isMoreThan(arrived, 0n) : isMoreThan(arrived, deposit.arrived)
  if (isSameWord && !isMore) return { kind: 'wait' }
  if (isOneOf(invoiceStatuses.paid, status))
    return review({ code: 'paid_after_refusal', details: arrivedIn(invoice) })
  if (isMore) return review({ code: 'more_after_refusal', details: arrivedIn(invoice) })
  // Giving the money back is what a refusal is followed by at the gateway; only its failing is news.
  if (status === 'refund_fail' || status === 'locked') return review(reviewOfWord(status, invoice))
  return { kind: 'wait' }
}

/**
 * Why a person should look at a deposit that was credited, once for each word. The money is with the customer
 * and may be spent, so nothing moves by itself.
 */
export function reviewOfCompleted(invoice: Answer, deposit: Known): DepositReview | undefined {
  const { status, arrived } = invoice
  const credited = deposit.credited_amount ?? deposit.amount
  if (isMoreThan(arrived, credited + CENT - 1n) && arrived !== deposit.arrived)
    return { code: 'more_than_credited', details: arrivedIn(invoice) }
  if (status === deposit.gateway_status || !isOneOf(invoiceStatuses.unclear, status)) return undefined
  return reviewOfWord(status, invoice)
}

function isMoreThan(arrived: bigint | undefined, known: bigint): boolean {
  return arrived !== undefined && arrived > known
}

/**
 * Credits the invoice's own amount, which has to be the deposit's, whatever the gateway calls paid: what arrived above or
 * below it is listed, and below 95 % of it a person decides (field notes 3). Without a figure the gateway's word counts.
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

function reviewOfWord(word: (typeof invoiceStatuses.unclear)[number], invoice: Answer): DepositReview {
  return word === 'wrong_amount'
    ? { code: 'underpaid', details: arrivedIn(invoice) }
    : { code: codes[word], details: {} }
}

const codes = {
  refund_process: 'refunding',
  refund_fail: 'refund_failed',
  refund_paid: 'refunded',
  locked: 'held_back',
} as const

function arrivedIn({ arrived }: Answer): { arrived?: string } {
  return arrived === undefined ? {} : { arrived: toDecimal(arrived) }
}

/** Money has moved: paid, or something that a person decides. */
export function isMoneyWord(status: string): boolean {
  return isOneOf(invoiceStatuses.paid, status) || isOneOf(invoiceStatuses.unclear, status)
}

export function isKnownStatus(status: string): boolean {
  return Object.values(invoiceStatuses).some((words) => isOneOf(words, status))
}

function isOneOf<Word extends string>(words: readonly Word[], word: string): word is Word {
  return (words as readonly string[]).includes(word) // widened only to be asked about any word
}

type Timing = {
  status: DepositStatus
  checks: number
  created_at: Date
  expires_at: Date | null
}

/** Until a day after the invoice's end a payment may still arrive (field notes 3). */
export function endOfWatch({ created_at, expires_at }: Pick<Timing, 'created_at' | 'expires_at'>): Date {
  return new Date((expires_at ?? created_at).getTime() + LATE_MS)
}

/** 15 s backing off to 5 min while it is open, then rarely; null once nothing can change any more. */
export function nextCheckAt(deposit: Timing, now: Date): Date | null {
  if (deposit.status === 'completed') return null
  const isOver = now >= endOfWatch(deposit)
  if (isOver && deposit.status !== 'pending') return null
  const pause =
    deposit.status === 'pending'
      ? Math.min(OPEN_MAX_MS, FIRST_MS * 2 ** Math.min(deposit.checks, 10))
      : CLOSED_MS
  return new Date(now.getTime() + pause)
}
