import { AppError, invalidFields } from '#contract/base/errors.ts'
import type { FieldRefusals } from '#contract/base/field-codes.ts'
import { type Money, money } from '#contract/base/money.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import { postTransaction } from '#server/modules/ledger/post-transaction.ts'
import { lockBalance } from '#server/modules/ledger/account.ts'

/** As staff sent it: what it shall be, what they saw, and why. */
type BalanceChange = {
  balance?: Money | undefined
  expected_balance?: Money | undefined
  reason?: string | undefined
}

/**
 * A balance that staff set becomes a line of the ledger: the difference, who and why. A form that sends
 * back the balance it was shown wants nothing moved. Answers whether anything was.
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
    type: 'bonus',
    from: isRaised ? 'adjustment' : 'customer',
    to: isRaised ? 'customer' : 'adjustment',
    amount: money(isRaised ? wanted - balance : balance - wanted),
    reason,
    actorId,
  })
  return true
}
