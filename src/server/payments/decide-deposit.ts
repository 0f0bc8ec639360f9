import type { DepositStatus } from '#contract/payments.ts'
import { type Invoice, invoiceStatuses } from '#server/integrations/cryptomus/invoice.ts'

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
