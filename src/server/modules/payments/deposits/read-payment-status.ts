import type { Kysely } from 'kysely'

import { AppError } from '#contract/base/errors.ts'
import type { AnswerOf } from '#contract/base/endpoint.ts'
import { limits } from '#contract/base/limits.ts'
import { money } from '#contract/base/money.ts'
import type { DepositStatus, getPaymentStatus } from '#contract/payments/payments.ts'
import type { Context } from '#server/context.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { findAccountOf } from '#server/modules/payments/gateways/find-account.ts'

import { type DepositKey, findDepositByReference } from './deposit-queries.ts'
import { stageOf, toPaymentLink } from './payment-stage.ts'
import { pollDeposit } from './poll-deposit.ts'

export type PaymentStatus = AnswerOf<typeof getPaymentStatus>

/**
 * The state of a customer's own deposit. While it is unpaid the gateway is asked, at most once in 10 s over all
 * processes. In between, if the gateway can't be reached, while the database is fenced, and for staff viewing as the
 * customer (`isViewOnly`), the stored state is returned. Throws `deposit_not_found`, also for another customer's
 * deposit.
 */
export async function readPaymentStatus(
  ctx: Context,
  { userId, reference, isViewOnly = false }: { userId: number; reference: string; isViewOnly?: boolean },
): Promise<PaymentStatus> {
  let deposit = await findDepositByReference(ctx.db, { reference, userId })
  if (deposit === undefined) throw new AppError('deposit_not_found')
  if (deposit.status !== 'completed' && !isViewOnly && !ctx.fence.isUp()) {
    const now = ctx.clock()
    const before = new Date(now.getTime() - limits.recheckSeconds * 1000)
    const mayPoll =
      (await findAccountOf(ctx, deposit)) !== undefined &&
      (await takePollSlot(ctx.db, { userId, id: deposit.id, now, before }))
    if (mayPoll) {
      await pollDeposit(ctx, deposit)
      deposit = (await findDepositByReference(ctx.db, { reference, userId })) ?? deposit
    }
  }
  const { status, amount, credited_amount: byHand, fee, bonus } = deposit
  return {
    ...sentences[status],
    stage: stageOf(deposit),
    payment_method: deposit.payment_method,
    amount: money((byHand ?? amount) - fee),
    fee: money(fee),
    bonus: money(bonus),
    reversed: money(deposit.reclaimed),
    ...toPaymentLink(deposit, ctx.clock()),
  }
}

/** Spec §2 and §8. */
const sentences: Record<DepositStatus, Pick<PaymentStatus, 'status' | 'message'>> = {
  completed: { status: 'paid', message: 'Your payment was processed successfully.' },
  pending: {
    status: 'pending',
    message: 'Your payment is being processed. This may take a few minutes.',
  },
  review: { status: 'pending', message: 'Our support team is reviewing your payment.' },
  canceled: { status: 'canceled', message: 'Payment has been canceled.' },
}

/**
 * True for the one caller that may ask the gateway now, at most once since `before` over all processes. A stored time far in the
 * future is from before the clock was set back and is ignored; one slightly ahead is another process's clock.
 */
async function takePollSlot(
  db: Kysely<DB>,
  { userId, id, now, before }: DepositKey & { now: Date; before: Date },
): Promise<boolean> {
  const farAhead = new Date(2 * now.getTime() - before.getTime())
  const { numUpdatedRows } = await db
    .updateTable('deposits')
    .set({ polled_at: now })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('status', '<>', 'completed')
    .where((at) =>
      at.or([at('polled_at', 'is', null), at('polled_at', '<=', before), at('polled_at', '>', farAhead)]),
    )
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
