import { type Kysely, sql } from 'kysely'

import { AppError, invalidFields } from '#contract/base/errors.ts'
import { type Money, money } from '#contract/base/money.ts'
import type { Context } from '#server/context.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import { unclaimed } from '#server/lib/queue/make-queue.ts'
import { notifyStaff } from '#server/modules/messaging/notifications/notify-staff.ts'
import { applyCredit, decide, type Decision } from '#server/modules/payments/admin/decide-by-hand.ts'
import {
  type Deposit,
  type DepositKey,
  toReviewColumns,
} from '#server/modules/payments/deposits/deposit-queries.ts'

import { approvalLimitOf } from './approval-limit.ts'
import { claimReference } from './claim-reference.ts'
import { getTransferRow, type Transfer } from './transfer-queries.ts'

type Credit = Decision & {
  amount: Money | undefined
  /** As on the statement; default: as the customer said. */
  reference: string | undefined
  /** A value of `payment_method`. */
  method: string
}

/**
 * Credits what arrived of a transfer, once per reference and method. Above the method's limit the credit is only proposed, and another
 * staff member approves it. Throws `state_conflict`, `invalid_fields` without an amount or a reference.
 */
export async function creditTransfer(
  ctx: Context,
  { amount, reference: asEntered, method, ...decision }: Credit,
): Promise<void> {
  if (amount === undefined) throw invalidFields({ amount: { code: 'amount_unknown' } })
  const settings = await ctx.settings.read()
  const { userId, id, by } = decision
  // What is stored of the limit never changes.
  const opened = await getTransferRow(ctx.db, { userId, id })
  const limit = approvalLimitOf(opened, { methods: settings.payment_methods, method })
  const isProposal = limit !== null && amount > limit
  await decide(ctx, decision, isProposal ? 'propose' : 'credit', async (tx, publish, deposit) => {
    refuseCredited(deposit)
    const transfer = await getTransferRow(tx, { userId, id })
    if (transfer.proposed_amount !== null)
      throw new AppError('state_conflict', { reason: 'proposed_already' })
    const reference = asEntered ?? transfer.reference
    if (reference === null) throw invalidFields({ reference: { code: 'required' } })
    const now = ctx.clock()
    if (!isProposal) {
      await claimReference(tx, { method, reference, userId, depositId: id })
      await applyCredit(tx, publish, { deposit, credited: amount, settings, actorId: by.actorId, now })
      return
    }
    if (!(await hasApprover(tx, by.actorId)))
      throw new AppError('state_conflict', { reason: 'approver_missing', limit })
    await saveProposal(tx, { userId, id, amount, reference, reason: decision.reason, by: by.actorId, now })
    await notifyStaff(tx, publish, {
      needs: 'money',
      code: 'credit_proposed',
      details: { deposit: Number(id), amount },
    })
  })
}

/**
 * Credits what another staff member proposed, whatever the limit is by now. Throws `state_conflict`, also for the one who proposed it.
 */
export async function approveCredit(
  ctx: Context,
  { expectedAmount, method, ...decision }: Decision & { expectedAmount: Money; method: string },
): Promise<void> {
  const settings = await ctx.settings.read()
  const { userId, id, by } = decision
  await decide(ctx, decision, 'approve', async (tx, publish, deposit) => {
    refuseCredited(deposit)
    const proposal = toProposal(await getTransferRow(tx, { userId, id }))
    if (proposal.by === by.actorId) throw new AppError('state_conflict', { reason: 'own_proposal' })
    if (proposal.amount !== expectedAmount)
      throw new AppError('state_conflict', { reason: 'proposal_changed' })
    await saveApproval(tx, { userId, id, by: by.actorId })
    await claimReference(tx, { method, reference: proposal.reference, userId, depositId: id })
    const credit = { deposit, credited: proposal.amount, settings, actorId: by.actorId, now: ctx.clock() }
    await applyCredit(tx, publish, credit)
  })
}

/** The payment is in review as before; also for the one who proposed it. Throws `state_conflict`. */
export async function rejectCredit(ctx: Context, decision: Decision): Promise<void> {
  const { userId, id } = decision
  await decide(ctx, decision, 'reject', async (tx, _publish, deposit) => {
    refuseCredited(deposit)
    const transfer = await getTransferRow(tx, { userId, id })
    toProposal(transfer)
    await clearProposal(tx, { userId, id })
    const review = transfer.sent_at === null ? null : ({ code: 'transfer_sent', details: {} } as const)
    await tx
      .updateTable('deposits')
      // One of which nothing was sent ends as it would have.
      .set({
        status: review === null ? 'canceled' : 'review',
        ...toReviewColumns(review),
        updated_at: ctx.clock(),
      })
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .where('status', '=', 'review')
      .execute()
  })
}

function refuseCredited({ status }: Deposit): void {
  if (status === 'completed') throw new AppError('state_conflict', { reason: 'credited_already' })
}

function toProposal({ proposed_amount: amount, proposed_reference: reference, proposed_by: by }: Transfer): {
  amount: Money
  reference: string
  by: number
} {
  if (amount === null || reference === null || by === null)
    throw new AppError('state_conflict', { reason: 'nothing_proposed' })
  return { amount: money(amount), reference, by }
}

/** Whether anybody else may decide about money. */
async function hasApprover(db: Kysely<DB>, actorId: number): Promise<boolean> {
  const other = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .where('id', '<>', actorId)
    .where(sql<boolean>`(permissions is null or 'money' = any (permissions))`)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

type NewProposal = DepositKey & { amount: Money; reference: string; reason: string; by: number; now: Date }

async function saveProposal(
  tx: Tx,
  { userId, id, amount, reference, reason, by, now }: NewProposal,
): Promise<void> {
  await tx
    .updateTable('transfers')
    .set({
      proposed_amount: amount,
      proposed_reference: reference,
      proposed_reason: reason,
      proposed_by: by,
      proposed_at: now,
      refusal: null,
    })
    .where('user_id', '=', userId)
    .where('deposit_id', '=', id)
    .where('proposed_amount', 'is', null)
    .execute()
  await tx
    .updateTable('deposits')
    .set({
      status: 'review',
      ...toReviewColumns({ code: 'approval_needed', details: {} }),
      refused_at: null,
      due_at: null,
      ...unclaimed,
      updated_at: now,
    })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('status', '<>', 'completed')
    .execute()
}

async function saveApproval(tx: Tx, { userId, id, by }: DepositKey & { by: number }): Promise<void> {
  await tx
    .updateTable('transfers')
    .set({ approved_by: by })
    .where('user_id', '=', userId)
    .where('deposit_id', '=', id)
    .execute()
}

export async function clearProposal(tx: Tx, { userId, id }: DepositKey): Promise<void> {
  await tx
    .updateTable('transfers')
    .set({
      proposed_amount: null,
      proposed_reference: null,
      proposed_reason: null,
      proposed_by: null,
      proposed_at: null,
    })
    .where('user_id', '=', userId)
    .where('deposit_id', '=', id)
    .execute()
}
