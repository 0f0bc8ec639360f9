import { sql } from 'kysely'

import { AppError, invalidFields } from '#contract/base/errors.ts'
import { limits } from '#contract/base/limits.ts'
import type { Context } from '#server/context.ts'
import { transact, type Tx } from '#server/lib/postgres/transact.ts'
import { unclaimed } from '#server/lib/queue/make-queue.ts'
import { listDepositFiles } from '#server/modules/attachments/file-store.ts'
import type { Upload } from '#server/modules/attachments/inspect-files.ts'
import { attachTo, storeFiles } from '#server/modules/attachments/store-files.ts'
import {
  type Deposit,
  type DepositKey,
  toReviewColumns,
} from '#server/modules/payments/deposits/deposit-queries.ts'
import { lockDeposit } from '#server/modules/payments/deposits/settle-deposit.ts'
import { takeTry } from '#server/modules/users/auth/limit-tries.ts'

import { canSend } from './read-manual-payment.ts'
import { getManualDeposit } from './transfer-queries.ts'

type Sent = {
  userId: number
  /** The deposit's order id. */
  orderId: string
  /** The transfer's reference. */
  reference: string
  uploads: readonly Upload[]
}

/**
 * A customer reports a transfer as sent: the deposit goes to review, and staff decide. Repeat to correct the reference or add
 * files. Throws `deposit_not_found`, `state_conflict` once it is decided, `invalid_fields` without a proof, and as `storeFiles`.
 */
export async function sendTransfer(
  ctx: Context,
  { userId, orderId, reference, uploads }: Sent,
): Promise<void> {
  const deposit = await getManualDeposit(ctx.db, { userId, reference: orderId })
  const key = { userId, id: deposit.id }
  // Checked here too, before any file is stored.
  refuseDecided(deposit)
  refuseFiles(uploads.length, (await listDepositFiles(ctx.db, key)).length)
  await takeTry(ctx, { what: 'transfer', parts: [userId] })
  const ids = await storeFiles(ctx, { userId, uploads, isReply: false, isStaff: false })
  await transact(ctx, async (tx) => {
    const locked = await lockDeposit(tx, key)
    refuseDecided(locked)
    refuseFiles(ids.length, (await listDepositFiles(tx, key)).length)
    await attachTo(tx, { userId, ids, depositId: deposit.id })
    const now = ctx.clock()
    await saveSent(tx, { ...key, reference, now })
    if (locked?.status !== 'review') await sendToReview(tx, { ...key, now })
  })
}

/** Cancels a customer's own payment for which nothing was sent. Throws `deposit_not_found`, `state_conflict`. */
export async function cancelManualPayment(
  ctx: Context,
  { userId, orderId }: Pick<Sent, 'userId' | 'orderId'>,
): Promise<void> {
  const { id } = await getManualDeposit(ctx.db, { userId, reference: orderId })
  await transact(ctx, async (tx) => {
    const deposit = await lockDeposit(tx, { userId, id })
    if (deposit?.status === 'review') throw new AppError('state_conflict', { reason: 'transfer_sent' })
    if (deposit?.status !== 'pending') throw new AppError('state_conflict', { reason: 'decided_already' })
    await tx
      .updateTable('deposits')
      .set({ status: 'canceled', due_at: null, ...unclaimed, updated_at: ctx.clock() })
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .where('status', '=', 'pending')
      .execute()
  })
}

function refuseDecided(deposit: Deposit | undefined): void {
  if (deposit === undefined || !canSend(deposit))
    throw new AppError('state_conflict', { reason: 'decided_already' })
}

/** In total, over all times that the customer sends it. */
function refuseFiles(added: number, attached: number): void {
  if (added + attached === 0) throw invalidFields({ attachments: { code: 'proof_missing' } })
  if (added + attached > limits.attachmentsMax)
    throw invalidFields({ attachments: { code: 'files_many', max: limits.attachmentsMax } })
}

async function saveSent(
  tx: Tx,
  { userId, id, reference, now }: DepositKey & { reference: string; now: Date },
): Promise<void> {
  await tx
    .updateTable('transfers')
    .set({ reference, sent_at: sql<Date>`coalesce(sent_at, ${now}::timestamptz)` })
    .where('user_id', '=', userId)
    .where('deposit_id', '=', id)
    .execute()
}

async function sendToReview(tx: Tx, { userId, id, now }: DepositKey & { now: Date }): Promise<void> {
  await tx
    .updateTable('deposits')
    .set({
      status: 'review',
      ...toReviewColumns({ code: 'transfer_sent', details: {} }),
      due_at: null,
      ...unclaimed,
      updated_at: now,
    })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('status', 'in', ['pending', 'canceled'])
    .execute()
}
