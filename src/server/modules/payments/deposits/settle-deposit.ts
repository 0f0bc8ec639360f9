import type { DepositReview } from '#contract/payments/deposit-review.ts'
import { type Money, money, toDecimal } from '#contract/base/money.ts'
import type { DepositStatus } from '#contract/payments/payments.ts'
import type { Context } from '#server/context.ts'
import { type Publish, transact, type Tx } from '#server/lib/postgres/transact.ts'
import { unclaimed } from '#server/lib/queue/make-queue.ts'
import type { Invoice } from '#server/integrations/gateways/gateway.ts'
import { queueEmailToUser } from '#server/modules/messaging/emails/queue-email.ts'
import { addNotification } from '#server/modules/messaging/notifications/add-notification.ts'
import { notifyStaff } from '#server/modules/messaging/notifications/notify-staff.ts'
import { wantsOrderEmails } from '#server/modules/messaging/notifications/order-notifications.ts'
import { postingKinds } from '#server/modules/ledger/posting-kinds.ts'
import { postTransaction } from '#server/modules/ledger/post-transaction.ts'

import { decideDeposit, type Decision, nextPollAt, reviewOfCompleted } from './decide-deposit.ts'
import {
  type Deposit,
  depositColumns,
  type DepositKey,
  toReviewColumns,
  toStateColumns,
  toStatusWord,
} from './deposit-queries.ts'
import { notifyDifference } from './notify-difference.ts'
import { collectOwed, followReversal } from './reverse-deposit.ts'

/**
 * Applies the gateway's answer to a deposit and returns its new status. The deposit's row is locked, so that of several
 * concurrent answers or staff decisions all but the first find it completed. In addition, the ledger row has the deposit's id as
 * its key, so a second credit is a duplicate. `askedAt` puts answers that arrive out of order in sequence.
 */
export async function settleDeposit(
  ctx: Context,
  key: DepositKey,
  answer: Invoice,
  askedAt: Date = ctx.clock(),
): Promise<DepositStatus | undefined> {
  const invoice = { ...answer, status: toStatusWord(answer.status) }
  const settled = await transact(ctx, async (tx, publish) => {
    const deposit = await lockDeposit(tx, key)
    if (deposit === undefined) return undefined
    if (deposit.status === 'completed')
      return storeLaterStatus(ctx, { tx, publish, deposit, invoice, askedAt })
    const decision = decideDeposit(invoice, deposit)
    const status = statusAfter(decision, deposit.status)
    const now = ctx.clock()
    const expiresAt = invoice.expiresAt ?? deposit.expires_at
    const polls = status === deposit.status ? deposit.polls + 1 : 0
    const checkAt = nextPollAt({ ...deposit, status, expires_at: expiresAt, polls }, now)
    const review = decision.kind === 'review' || decision.kind === 'credit' ? decision.review : undefined
    await saveOutcome(tx, { deposit, invoice, status, review, expiresAt, checkAt, polls, now })
    if (decision.kind === 'credit')
      await creditDeposit(tx, publish, deposit, {
        amount: money(deposit.amount),
        fee: money(deposit.fee),
        bonus: money(deposit.bonus),
      })
    if (review !== undefined) await notifyDifference(tx, publish, { deposit, review })
    await followReversal(tx, publish, { deposit, invoice, askedAt, isCredited: status === 'completed' })
    return { status, laterReview: undefined }
  })
  const { reference } = invoice
  if (invoice.state === undefined)
    ctx.log.warn({ reference, status: invoice.status }, 'the gateway used an unknown status')
  if (settled?.laterReview !== undefined)
    ctx.log.error({ reference, review: settled.laterReview.code }, 'a credited deposit needs a review')
  return settled?.status
}

/** Locked against changes until the tx ends. */
export async function lockDeposit(tx: Tx, { userId, id }: DepositKey): Promise<Deposit | undefined> {
  return tx
    .selectFrom('deposits')
    .select(depositColumns)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
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

/** `amount` is what was paid, including the fee. */
type Credit = { amount: Money; fee: Money; bonus: Money; actorId?: number }

/**
 * The only place where a payment becomes balance: the ledger rows of the deposit, its fee and its bonus, and the
 * notification. The caller sets the deposit's status in the same tx, under the deposit's lock.
 */
export async function creditDeposit(
  tx: Tx,
  publish: Publish,
  deposit: Pick<Deposit, 'user_id' | 'id' | 'reference' | 'gateway' | 'payment_method'>,
  { amount, fee, bonus, actorId }: Credit,
): Promise<void> {
  const { user_id: userId, id, reference, payment_method: paymentMethod } = deposit
  const line = {
    userId,
    depositId: id,
    paymentMethod,
    referenceId: reference,
    ...(actorId !== undefined && { actorId }),
  }
  await postTransaction(tx, { ...line, kind: postingKinds.deposit, gateway: deposit.gateway, amount })
  if (fee > 0n) await postTransaction(tx, { ...line, kind: postingKinds.fee, amount: fee })
  if (bonus > 0n) await postTransaction(tx, { ...line, kind: postingKinds.bonus, amount: bonus })
  // Last, so that the fee is never short of funds.
  await collectOwed(tx, userId, actorId)
  const added = money(amount - fee)
  const notificationId = await addNotification(tx, {
    userId,
    code: 'payment_received',
    details: { deposit_id: Number(id), amount: added, bonus },
  })
  if (await wantsOrderEmails(tx, userId))
    await queueEmailToUser(tx, publish, {
      userId,
      event: `payment_received:${id}`,
      kind: 'payment_received',
      details: { amount: String(added), bonus: String(bonus) },
    })
  publish({ topic: 'balance', userId })
  publish({ topic: 'notification', userId, id: Number(notificationId) })
}

/**
 * A completed deposit stays completed: stores what the gateway reports now, applies reversals, and lists it for review
 * if money moved there.
 */
async function storeLaterStatus(
  { clock }: Context,
  {
    tx,
    publish,
    deposit,
    invoice,
    askedAt,
  }: { tx: Tx; publish: Publish; deposit: Deposit; invoice: Invoice; askedAt: Date },
): Promise<{ status: DepositStatus; laterReview: DepositReview | undefined }> {
  const isReversed = await followReversal(tx, publish, { deposit, invoice, askedAt, isCredited: true })
  const review = isReversed ? await reviewOfReversed(tx, deposit) : reviewOfCompleted(invoice, deposit)
  const isNew =
    isReversed ||
    invoice.status !== deposit.gateway_status ||
    (invoice.arrived !== undefined && invoice.arrived !== deposit.arrived)
  if (isNew) await saveLaterStatus(tx, { deposit, invoice, review, now: clock() })
  if (review !== undefined) await notifyDifference(tx, publish, { deposit, review })
  // Moved money has its own notification.
  if (!isReversed && invoice.status !== deposit.gateway_status && invoice.dispute !== undefined)
    await notifyStaff(tx, publish, {
      needs: 'money',
      code: invoice.dispute === 'open' ? 'deposit_disputed' : 'deposit_dispute_ended',
      details: { deposit: Number(deposit.id) },
    })
  return { status: deposit.status, laterReview: review }
}

/** Undefined if everything was returned. */
async function reviewOfReversed(tx: Tx, deposit: Deposit): Promise<DepositReview | undefined> {
  const reversed = money((await lockDeposit(tx, { userId: deposit.user_id, id: deposit.id }))?.reversed ?? 0n)
  return reversed === 0n ? undefined : { code: 'reversed', details: { reversed: toDecimal(reversed) } }
}

/** Only from the status that was read under the lock. */
async function saveOutcome(
  tx: Tx,
  outcome: {
    deposit: Deposit
    invoice: Invoice
    status: DepositStatus
    review: DepositReview | undefined
    expiresAt: Date | null
    checkAt: Date | null
    polls: number
    now: Date
  },
): Promise<void> {
  const { deposit, invoice, status, now } = outcome
  const { numUpdatedRows } = await tx
    .updateTable('deposits')
    .set({
      status,
      ...toStateColumns(invoice),
      // If the answer that created the invoice was lost, the URL comes from here.
      payment_url: deposit.payment_url ?? invoice.url ?? null,
      expires_at: outcome.expiresAt,
      due_at: outcome.checkAt,
      ...unclaimed,
      polled_at: now,
      answered_at: now,
      polls: outcome.polls,
      ...arrivedColumns(invoice),
      ...(status !== deposit.status && { updated_at: now }),
      ...(status === 'completed' && { completed_at: now, ...toReviewColumns(null) }),
      ...(outcome.review !== undefined && toReviewColumns(outcome.review)),
    })
    .where('user_id', '=', deposit.user_id)
    .where('id', '=', deposit.id)
    .where('status', '=', deposit.status)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new Error(`deposit ${deposit.id} changed under its lock`)
}

/** No money moves: the customer has it already. */
async function saveLaterStatus(
  tx: Tx,
  {
    deposit,
    invoice,
    review,
    now,
  }: { deposit: Deposit; invoice: Invoice; review: DepositReview | undefined; now: Date },
): Promise<void> {
  await tx
    .updateTable('deposits')
    .set({
      ...toStateColumns(invoice),
      answered_at: now,
      ...arrivedColumns(invoice),
      ...(review !== undefined && { ...toReviewColumns(review), updated_at: now }),
    })
    .where('user_id', '=', deposit.user_id)
    .where('id', '=', deposit.id)
    .where('status', '=', 'completed')
    .execute()
}

/** An answer without an amount leaves the stored one. */
function arrivedColumns({ arrived, arrivedAs }: Invoice) {
  return {
    ...(arrived !== undefined && { arrived }),
    ...(arrivedAs !== undefined && { arrived_as: arrivedAs }),
  }
}
