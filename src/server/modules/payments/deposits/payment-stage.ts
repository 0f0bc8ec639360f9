import type { PaymentStage } from '#contract/payments/payments.ts'

import type { Deposit } from './deposit-queries.ts'

type State = Pick<Deposit, 'status' | 'gateway_state' | 'expires_at'>

/** A deposit's stage as its customer sees it. */
export function stageOf({ status, gateway_state: state }: State): PaymentStage {
  if (status === 'completed') return 'paid'
  if (status !== 'pending') return status
  return state === null || state === 'open' ? 'unpaid' : 'waiting'
}

/** Where it can still be paid, while nothing or only a part was paid; nulls once it no longer can. */
export function toPaymentLink(
  deposit: State & Pick<Deposit, 'payment_url'>,
  now: Date,
): { payment_url: string | null; expires_at: Date | null } {
  const isOpen = deposit.expires_at === null || deposit.expires_at > now
  const canPay = isOpen && (stageOf(deposit) === 'unpaid' || isShort(deposit))
  return canPay
    ? { payment_url: deposit.payment_url, expires_at: deposit.expires_at }
    : { payment_url: null, expires_at: null }
}

/** An underpaid deposit stays pending only while the rest can be paid. */
function isShort({ status, gateway_state: state }: State): boolean {
  return status === 'pending' && state === 'short'
}
