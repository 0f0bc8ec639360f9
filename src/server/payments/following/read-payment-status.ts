import { AppError } from '#contract/errors.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import { money } from '#contract/money.ts'
import type { DepositStatus, getPaymentStatus, PaymentStage } from '#contract/payments.ts'
import type { Context } from '#server/context.ts'
import { type Deposit, findDepositByReference } from '#server/payments/deposit-queries.ts'
import { findAccountOf } from '#server/payments/gateways/find-account.ts'

import { checkDeposit } from './check-deposit.ts'
import { takeCheck } from './following-queries.ts'

export type PaymentStatus = AnswerOf<typeof getPaymentStatus>

/**
 * How a customer's own deposit stands. While it is not paid the gateway is asked, at most once in 10 s over all
 * processes; in between, when it can not be reached, and for staff who only look, the answer is what is known. Another's
 * is not found.
 */
export async function readPaymentStatus(
  ctx: Context,
  { userId, reference, onlyLooks = false }: { userId: number; reference: string; onlyLooks?: boolean },
): Promise<PaymentStatus> {
  let deposit = await findDepositByReference(ctx.db, { reference, userId })
  if (deposit === undefined) throw new AppError('deposit_not_found')
  if (deposit.status !== 'completed' && !onlyLooks) {
    const now = ctx.clock()
    const before = new Date(now.getTime() - limits.recheckSeconds * 1000)
    const isAsking =
      (await findAccountOf(ctx, deposit)) !== undefined &&
      (await takeCheck(ctx.db, { userId, id: deposit.id, now, before }))
    if (isAsking) {
      await checkDeposit(ctx, deposit)
      deposit = (await findDepositByReference(ctx.db, { reference, userId })) ?? deposit
    }
  }
  const { status, amount, credited_amount: byHand, bonus, expires_at } = deposit
  const canPay = isPayable(deposit, ctx.clock())
  return {
    ...sentences[status],
    stage: stageOf(deposit),
    amount: money(byHand ?? amount),
    bonus: money(bonus),
    payment_url: canPay ? deposit.payment_url : null,
    expires_at: canPay ? expires_at : null,
  }
}

type Standing = Pick<Deposit, 'status' | 'gateway_status' | 'expires_at'>

function stageOf({ status, gateway_status: word }: Standing): PaymentStage {
  if (status === 'completed') return 'paid'
  if (status !== 'pending') return status
  return word === null || word === 'check' || word === 'not_found' ? 'unpaid' : 'waiting'
}

/** While nothing came, and while a part of it did. */
function isPayable(deposit: Standing, now: Date): boolean {
  const isOpen = deposit.expires_at === null || deposit.expires_at > now
  return isOpen && (stageOf(deposit) === 'unpaid' || isShort(deposit))
}

function isShort({ status, gateway_status: word }: Standing): boolean {
  return status === 'pending' && word === 'wrong_amount_waiting'
}

/** Spec §2 and §8. */
const sentences: Record<DepositStatus, Pick<PaymentStatus, 'status' | 'message'>> = {
  completed: { status: 'paid', message: 'Your payment was processed successfully.' },
  pending: {
    status: 'pending',
    message: 'Your payment is being processed. This may take a few minutes.',
  },
  review: { status: 'pending', message: 'Your payment is being looked at by our support team.' },
  canceled: { status: 'canceled', message: 'Payment has been canceled.' },
}
