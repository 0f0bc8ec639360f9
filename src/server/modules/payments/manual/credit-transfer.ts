import { AppError, invalidFields } from '#contract/base/errors.ts'
import type { Money } from '#contract/base/money.ts'
import type { Context } from '#server/context.ts'
import { notifyStaff } from '#server/modules/messaging/notifications/notify-staff.ts'
import {
  applyCredit,
  decide,
  type Decision,
  refuseCredited,
} from '#server/modules/payments/admin/decide-by-hand.ts'

import { approvalLimitOf } from './approval-limit.ts'
import { claimReference } from './claim-reference.ts'
import { hasApprover, saveProposal } from './propose-credit.ts'
import { getTransferRow } from './transfer-queries.ts'

type Credit = Decision & {
  amount: Money | undefined
  /** As on the statement; default: what the customer entered. */
  reference: string | undefined
  /** A value of `payment_method`. */
  method: string
}

/**
 * Credits what arrived of a transfer, once per reference and method. Above the method's limit the credit is only proposed, and
 * another staff member must approve it. Throws `state_conflict`, `invalid_fields` without an amount or a reference.
 */
export async function creditTransfer(
  ctx: Context,
  { amount, reference: asEntered, method, ...decision }: Credit,
): Promise<void> {
  if (amount === undefined) throw invalidFields({ amount: { code: 'amount_unknown' } })
  const settings = await ctx.settings.read()
  const { userId, id, by } = decision
  // The stored part of the limit never changes.
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
      return { after: { reference } }
    }
    if (!(await hasApprover(tx, by.actorId)))
      throw new AppError('state_conflict', { reason: 'approver_missing', limit })
    await saveProposal(tx, { deposit, amount, reference, reason: decision.reason, by: by.actorId, now })
    await notifyStaff(tx, publish, {
      needs: 'money',
      code: 'credit_proposed',
      details: { deposit: Number(id), amount },
    })
    return { after: { proposed_amount: amount, reference } }
  })
}
