import { AppError, invalidFields } from '#contract/base/errors.ts'
import type { FieldRefusals } from '#contract/base/field-codes.ts'
import { type Money, money } from '#contract/base/money.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import { postingKinds } from '#server/modules/ledger/posting-kinds.ts'
import { postTransaction } from '#server/modules/ledger/post-transaction.ts'
import { lockBalance } from '#server/modules/ledger/account.ts'

/** The new balance, the one the author saw, and the reason. */
type BalanceChange = {
  balance?: Money | undefined
  expected_balance?: Money | undefined
  reason?: string | undefined
}

/**
 * Posts the difference between the new and the current balance to the ledger, with actor and reason. A form that sends
 * back the displayed balance changes nothing. Returns whether anything was posted.
 */
export async function adjustBalance(
  tx: Tx,
  { actorId, userId, change }: { actorId: number; userId: number; change: BalanceChange },
): Promise<boolean> {
  const { balance: wanted, expected_balance: shown, reason } = change
  if (wanted === undefined || wanted === shown) return false
  const balance = await lockBalance(tx, userId)
  if (shown === undefined && wanted === balance) return false

  const fields: FieldRefusals = {}
  if (wanted < 0n) fields['balance'] = { code: 'balance_low' }
  if (reason === undefined) fields['reason'] = { code: 'reason_required' }
  if (shown === undefined) fields['expected_balance'] = { code: 'expected_balance_required' }
  if (reason === undefined || Object.keys(fields).length > 0) throw invalidFields(fields)
  if (balance !== shown) throw new AppError('balance_changed')

  const isRaised = wanted > balance
  await postTransaction(tx, {
    userId,
    kind: isRaised ? postingKinds.adjustment : postingKinds.deduction,
    amount: money(isRaised ? wanted - balance : balance - wanted),
    reason,
    actorId,
  })
  return true
}
