import { AppError } from '#contract/base/errors.ts'
import { type Money, ZERO } from '#contract/base/money.ts'
import type { Context } from '#server/context.ts'
import { creditDeposit } from '#server/modules/payments/deposits/settle-deposit.ts'
import { type By, transactAsStaff } from '#server/modules/audit-log/transact-as-staff.ts'
import { lockBalance } from '#server/modules/ledger/account.ts'

import { claimReference, findPayee, insertEntered } from './entering-queries.ts'

type Entered = { user: string; amount: Money; reference: string; reason: string }

/**
 * Money that arrived outside every gateway becomes a completed deposit with its one line of the ledger. The reference is
 * claimed first: whoever enters it again, at once or a year later, for the same customer or another, is told which deposit
 * it is. Answers the deposit's id. Throws `not_found`, `state_conflict`.
 */
export async function enterDeposit(
  ctx: Context,
  { by, entered: { user, amount, reference, reason } }: { by: By; entered: Entered },
): Promise<bigint> {
  return transactAsStaff(ctx, by, async (tx, publish, record) => {
    const userId = await findPayee(tx, user)
    if (userId === undefined) throw new AppError('not_found')
    await lockBalance(tx, userId)
    const { id, isNew } = await claimReference(tx, { reference, userId })
    if (!isNew) throw new AppError('state_conflict', { reason: 'reference_entered', deposit_id: Number(id) })
    const deposit = await insertEntered(tx, { id, userId, amount, reference, now: ctx.clock() })
    const { actorId } = by
    // The statement has it as the bank does.
    const told = { ...deposit, reference }
    await creditDeposit(tx, publish, told, { amount, bonus: ZERO, actorId, from: 'clearing:manual' })
    const after = { user_id: userId, amount, reference }
    record({ action: 'deposit.enter', id, after, reason })
    return id
  })
}
