import type { DepositReview } from '#contract/payments/deposit-review.ts'
import { type Money, money } from '#contract/base/money.ts'
import type { DepositStatus } from '#contract/payments/payments.ts'
import type { Context } from '#server/context.ts'
import { type Publish, transact, type Tx } from '#server/lib/postgres/transact.ts'
import type { Invoice } from '#server/integrations/gateways/cryptomus/cryptomus-client.ts'
import { queueMailToUser } from '#server/modules/messaging/emails/queue-email.ts'
import { addNotification } from '#server/modules/messaging/notifications/add-notification.ts'
import { wantsOrderLetters } from '#server/modules/messaging/notifications/order-notification.ts'
import {
  type Deposit,
  type DepositKey,
  lockDeposit,
  noteOnCompleted,
  saveOutcome,
  toStatusWord,
} from './deposit-queries.ts'
import { postTransaction } from '#server/modules/ledger/post-transaction.ts'

import {
  decideDeposit,
  type Decision,
  isKnownStatus,
  nextCheckAt,
  reviewOfCompleted,
} from './decide-deposit.ts'
import { notifyDifference } from './notify-difference.ts'

/**
 * Applies the gateway's own answer to a deposit. The deposit's row is locked, so copies and people who decide take
 * turns and the later ones find it completed; behind that, the ledger's key is the deposit's id, so that a second
 * credit is a duplicate. Answers the status it has now.
 */
export async function settleDeposit(
  ctx: Context,
  key: DepositKey,
  answer: Invoice,
): Promise<DepositStatus | undefined> {
  const invoice = { ...answer, status: toStatusWord(answer.status) }
  const settled = await transact(ctx, async (tx, publish) => {
    const deposit = await lockDeposit(tx, key)
    if (deposit === undefined) return undefined
    if (deposit.status === 'completed') return noteLaterWord(ctx, { tx, publish, deposit, invoice })
    const decision = decideDeposit(invoice, deposit)
    const status = statusAfter(decision, deposit.status)
    const now = ctx.clock()
    const expiresAt = invoice.expiresAt ?? deposit.expires_at
    const checkAt = nextCheckAt(
      { ...deposit, status, expires_at: expiresAt, checks: deposit.checks + 1 },
      now,
    )
    const review = decision.kind === 'review' || decision.kind === 'credit' ? decision.review : undefined
    await saveOutcome(tx, { deposit, invoice, status, review, expiresAt, checkAt, now })
    if (decision.kind === 'credit')
      await creditDeposit(tx, publish, deposit, {
        amount: money(deposit.amount),
        bonus: money(deposit.bonus),
      })
    if (review !== undefined) await notifyDifference(tx, publish, { deposit, review })
    return { status, laterReview: undefined }
  })
  const reference = invoice.orderId
  if (!isKnownStatus(invoice.status))
    ctx.log.warn({ reference, status: invoice.status }, 'the gateway used an unknown status')
  if (settled?.laterReview !== undefined)
    ctx.log.error({ reference, review: settled.laterReview.code }, 'a credited deposit needs a look')
  return settled?.status
}

function statusAfter(decision: Decision, before: DepositStatus): DepositStatus {
  switch (decision.kind) {
    case 'credit':
      return 'completed'
    case 'cancel':
      return 'canceled'
    case 'review':
      return 'review'
    case 'wait':
      return before
  }
}

/** `from`: where the money came in. */
type Credit = {
  amount: Money
  bonus: Money
  actorId?: number
  from?: 'clearing:cryptomus' | 'clearing:manual'
}

/**
 * The one place where a payment becomes money: the deposit's ledger row, the bonus's and the message, all or nothing
 * with the status, which the caller sets in the same tx under the deposit's lock.
 */
export async function creditDeposit(
  tx: Tx,
  publish: Publish,
  deposit: Pick<Deposit, 'user_id' | 'id' | 'reference' | 'payment_method'>,
  { amount, bonus, actorId, from = 'clearing:cryptomus' }: Credit,
): Promise<void> {
  const { user_id: userId, id, reference, payment_method: paymentMethod } = deposit
  const line = {
    userId,
    depositId: id,
    to: 'customer',
    paymentMethod,
    referenceId: reference,
    ...(actorId !== undefined && { actorId }),
  } as const
  await postTransaction(tx, {
    ...line,
    id,
    type: 'deposit',
    from,
    amount,
  })
  if (bonus > 0n)
    await postTransaction(tx, {
      ...line,
      type: 'bonus',
      from: 'bonus',
      amount: bonus,
    })
  const notificationId = await addNotification(tx, {
    userId,
    code: 'payment_received',
    details: { deposit_id: Number(id), amount, bonus },
  })
  if (await wantsOrderLetters(tx, userId))
    await queueMailToUser(tx, publish, {
      userId,
      event: `payment_received:${id}`,
      letter: 'payment_received',
      details: { amount: String(amount), bonus: String(bonus) },
    })
  publish({ topic: 'balance', userId })
  publish({ topic: 'notification', userId, id: Number(notificationId) })
}

async function noteLaterWord(
  { clock }: Context,
  { tx, publish, deposit, invoice }: { tx: Tx; publish: Publish; deposit: Deposit; invoice: Invoice },
): Promise<{ status: DepositStatus; laterReview: DepositReview | undefined }> {
  const review = reviewOfCompleted(invoice, deposit)
  const isNew =
    invoice.status !== deposit.gateway_status ||
    (invoice.arrived !== undefined && invoice.arrived !== deposit.arrived)
  if (isNew) await noteOnCompleted(tx, { deposit, invoice, review, now: clock() })
  if (review !== undefined) await notifyDifference(tx, publish, { deposit, review })
  return { status: deposit.status, laterReview: review }
}
