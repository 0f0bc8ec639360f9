import { type Kysely, sql } from 'kysely'

import { AppError } from '#contract/base/errors.ts'
import { type Money, money } from '#contract/base/money.ts'
import type { Context } from '#server/context.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import { unclaimed } from '#server/lib/queue/make-queue.ts'
import type { AuditValues } from '#server/modules/audit-log/transact-as-staff.ts'
import {
  applyCredit,
  decide,
  type Decision,
  refuseCredited,
  type UndecidedStatus,
} from '#server/modules/payments/admin/decide-by-hand.ts'
import {
  type Deposit,
  type DepositKey,
  toReviewColumns,
} from '#server/modules/payments/deposits/deposit-queries.ts'

import { claimReference } from './claim-reference.ts'
import { getTransferRow, type Transfer } from './transfer-queries.ts'

// A credit above the approval limit: one staff member proposes it (`creditTransfer`), another approves or rejects it.

/**
 * Credits what another staff member proposed, regardless of the current limit. Throws `state_conflict`, also for the proposer.
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
    const { amount: proposed_amount, by: proposed_by, reference } = proposal
    return { before: { proposed_amount, proposed_by }, after: { reference } }
  })
}

/** Returns the deposit to its state before the proposal. The proposer may do it too. Throws `state_conflict`. */
export async function rejectCredit(ctx: Context, decision: Decision): Promise<void> {
  const { userId, id } = decision
  await decide(ctx, decision, 'reject', async (tx, _publish, deposit) => {
    refuseCredited(deposit)
    const transfer = await getTransferRow(tx, { userId, id })
    const { proposedIn } = toProposal(transfer)
    await clearProposal(tx, { userId, id })
    // The customer may have sent it meanwhile. A refused one can't be sent again.
    const isSent = transfer.sent_at !== null && deposit.refused_at === null
    await leaveReview(tx, {
      userId,
      id,
      status: isSent ? 'review' : proposedIn,
      // The next job cancels it if it has expired meanwhile.
      dueAt: deposit.expires_at ?? ctx.clock(),
      now: ctx.clock(),
    })
    return { before: toAuditValues(transfer) }
  })
}

async function leaveReview(
  tx: Tx,
  { userId, id, status, dueAt, now }: DepositKey & { status: UndecidedStatus; dueAt: Date; now: Date },
): Promise<void> {
  await tx
    .updateTable('deposits')
    .set({
      status,
      ...toReviewColumns(status === 'review' ? { code: 'transfer_sent', details: {} } : null),
      due_at: status === 'pending' ? dueAt : null,
      updated_at: now,
    })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('status', '=', 'review')
    .execute()
}

type Proposal = { amount: Money; reference: string; by: number; proposedIn: UndecidedStatus }

function toProposal({
  proposed_amount: amount,
  proposed_reference: reference,
  proposed_by: by,
  proposed_in: proposedIn,
}: Transfer): Proposal {
  if (amount === null || reference === null || by === null || proposedIn === null)
    throw new AppError('state_conflict', { reason: 'nothing_proposed' })
  return { amount: money(amount), reference, by, proposedIn }
}

/** What the audit log stores about a proposed credit; nothing if none is proposed. */
export function toAuditValues({
  proposed_amount,
  proposed_reference: reference,
  proposed_by,
}: Transfer): AuditValues {
  return proposed_amount === null ? {} : { proposed_amount, reference, proposed_by }
}

/** Whether anyone else may decide about money. */
export async function hasApprover(db: Kysely<DB>, actorId: number): Promise<boolean> {
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

type NewProposal = {
  deposit: Pick<Deposit, 'user_id' | 'id'> & { status: UndecidedStatus }
  amount: Money
  reference: string
  reason: string
  by: number
  now: Date
}

/** A refusal stays until the credit is approved: it applies again if the proposal is rejected. */
export async function saveProposal(
  tx: Tx,
  { deposit: { user_id: userId, id, status }, amount, reference, reason, by, now }: NewProposal,
): Promise<void> {
  await tx
    .updateTable('transfers')
    .set({
      proposed_amount: amount,
      proposed_reference: reference,
      proposed_reason: reason,
      proposed_by: by,
      proposed_at: now,
      proposed_in: status,
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
      proposed_in: null,
    })
    .where('user_id', '=', userId)
    .where('deposit_id', '=', id)
    .execute()
}
