import { AppError } from '#contract/base/errors.ts'
import type { AnswerOf } from '#contract/base/endpoint.ts'
import { limits } from '#contract/base/limits.ts'
import { money } from '#contract/base/money.ts'
import type { DepositStatus, getPaymentStatus } from '#contract/payments/payments.ts'
import type { Context } from '#server/context.ts'
import { findDepositByReference } from './deposit-queries.ts'
import { findWayToPay, stageOf } from './deposit-state.ts'
import { findAccountOf } from '#server/modules/payments/gateways/find-account.ts'

import { checkDeposit } from './check-deposit.ts'
import { takeCheck } from './polling-queries.ts'

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
  const { status, amount, credited_amount: byHand, bonus } = deposit
  return {
    ...sentences[status],
    stage: stageOf(deposit),
    amount: money(byHand ?? amount),
    bonus: money(bonus),
    ...findWayToPay(deposit, ctx.clock()),
  }
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
