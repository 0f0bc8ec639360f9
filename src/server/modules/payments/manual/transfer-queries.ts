import type { Kysely } from 'kysely'

import { AppError } from '#contract/base/errors.ts'
import type { Money } from '#contract/base/money.ts'
import { isManual } from '#contract/settings/payment-methods.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import {
  type Deposit,
  type DepositKey,
  findDepositByReference,
} from '#server/modules/payments/deposits/deposit-queries.ts'

/** `id` of a key is the deposit's. */
export type Transfer = Awaited<ReturnType<typeof getTransferRow>>

/** Call it in the tx that opens the deposit. `approvalAbove` is the method's limit at that time. */
export async function insertTransfer(
  tx: Tx,
  { userId, depositId, approvalAbove }: { userId: number; depositId: bigint; approvalAbove: Money | null },
): Promise<void> {
  await tx
    .insertInto('transfers')
    .values({ user_id: userId, deposit_id: depositId, approval_above: approvalAbove })
    .execute()
}

export async function getTransferRow(db: Kysely<DB>, { userId, id }: DepositKey) {
  return db
    .selectFrom('transfers')
    .select([
      'reference',
      'sent_at',
      'refusal',
      'approval_above',
      'proposed_amount',
      'proposed_reference',
      'proposed_reason',
      'proposed_by',
      'proposed_at',
      'proposed_in',
      'approved_by',
    ])
    .where('user_id', '=', userId)
    .where('deposit_id', '=', id)
    .executeTakeFirstOrThrow()
}

/** A customer's own deposit by a method that staff confirm. Throws `deposit_not_found`. */
export async function getManualDeposit(
  db: Kysely<DB>,
  { userId, reference }: { userId: number; reference: string },
): Promise<Deposit> {
  const deposit = await findDepositByReference(db, { reference, userId })
  if (deposit === undefined || !isManual(deposit.gateway)) throw new AppError('deposit_not_found')
  return deposit
}
