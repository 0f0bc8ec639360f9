import type { DepositStatus } from '#contract/payments.ts'
import type { Invoice } from '#server/integrations/cryptomus/cryptomus-client.ts'

/** The words of the gateway by what they mean for a deposit. Any other word changes nothing. */
export const invoiceStatuses = {
  open: ['check', 'process', 'confirm_check', 'wrong_amount_waiting'],
  paid: ['paid', 'paid_over'],
  closed: ['cancel', 'fail', 'system_fail'],
  /** A person decides. */
  unclear: ['wrong_amount', 'refund_process', 'refund_fail', 'refund_paid', 'locked'],
} as const

const MINUTE_MS = 60_000
const FIRST_MS = 15_000
const OPEN_MAX_MS = 5 * MINUTE_MS
/** Nothing is expected of these any more, yet a late payment wins. */
const CLOSED_MS = 30 * MINUTE_MS
const LATE_MS = 24 * 60 * MINUTE_MS

/** `wait` leaves the deposit's status as it is. */
export type Decision =
  | { kind: 'credit' }
  | { kind: 'cancel' }
  | { kind: 'review'; reason: string }
  | { kind: 'wait' }

/**
 * What the gateway's answer means for a deposit (field notes 3). Only explicit words act; a payment is credited
 * only when the invoice is for what the deposit is for. Completed is final, and a late payment wins over a
 * cancelation and over a review.
 */
export function decideDeposit(
  invoice: Pick<Invoice, 'status' | 'amount' | 'currency'>,
  deposit: { status: DepositStatus; amount: bigint },
): Decision {
  const { status } = invoice
  if (deposit.status === 'completed') return { kind: 'wait' }
  if (isOneOf(invoiceStatuses.paid, status)) return creditOrReview(invoice, deposit.amount)
  if (isOneOf(invoiceStatuses.unclear, status)) return { kind: 'review', reason: reasons[status] }
  // A person who is looking at it decides; the gateway closing it changes nothing about that.
  if (isOneOf(invoiceStatuses.closed, status) && deposit.status === 'pending') return { kind: 'cancel' }
  return { kind: 'wait' }
}

/** Credited is the invoice's own amount, which has to be the deposit's; what reached the wallet may differ by fees. */
function creditOrReview({ amount, currency }: Pick<Invoice, 'amount' | 'currency'>, due: bigint): Decision {
  if (currency !== 'USD') return { kind: 'review', reason: 'The invoice is in another currency' }
  if (amount !== due) return { kind: 'review', reason: 'The invoice is for another amount' }
  return { kind: 'credit' }
}

const reasons: Record<(typeof invoiceStatuses.unclear)[number], string> = {
  wrong_amount: 'Less was paid than the invoice asks for',
  refund_process: 'The gateway is refunding the payment',
  refund_fail: 'The gateway could not refund the payment',
  refund_paid: 'The gateway refunded the payment',
  locked: 'The gateway holds the payment back',
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
