import type { Kysely } from 'kysely'

import { AppError } from '#contract/base/errors.ts'
import { money } from '#contract/base/money.ts'
import type { AdminTransfer } from '#contract/payments/admin-transfers.ts'
import { isManual, transferNote } from '#contract/settings/payment-methods.ts'
import type { Context } from '#server/context.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { listDepositFiles } from '#server/modules/attachments/file-store.ts'
import type { DepositKey } from '#server/modules/payments/deposits/deposit-queries.ts'

import { approvalLimitOf } from './approval-limit.ts'
import { findCreditedWith } from './claim-reference.ts'
import { getTransferRow, type Transfer } from './transfer-queries.ts'

/** The facts for a staff decision about a transfer, read by `actorId`. Throws `deposit_not_found` for a gateway's deposit. */
export async function readTransfer(
  { db, settings }: Context,
  { userId, id, gateway, actorId }: DepositKey & { gateway: string; actorId: number },
): Promise<AdminTransfer> {
  if (!isManual(gateway)) throw new AppError('deposit_not_found')
  const row = await getTransferRow(db, { userId, id })
  const reference = row.proposed_reference ?? row.reference
  const holder = reference === null ? undefined : await findCreditedWith(db, reference)
  const { payment_methods: methods } = await settings.read()
  return {
    note: transferNote(id),
    reference: row.reference,
    sent_at: row.sent_at,
    files: await listDepositFiles(db, { userId, id }),
    refusal: row.refusal,
    same_reference: holder === undefined || holder === id ? null : Number(holder),
    approval_above: approvalLimitOf(row, { methods, method: gateway }),
    // An approved proposal has been credited.
    proposal: row.approved_by === null ? await toProposedCredit(db, row, actorId) : null,
  }
}

async function toProposedCredit(
  db: Kysely<DB>,
  row: Transfer,
  actorId: number,
): Promise<AdminTransfer['proposal']> {
  const { proposed_amount: amount, proposed_reference: reference, proposed_reason: reason } = row
  const { proposed_by: by, proposed_at: at } = row
  if (amount === null || reference === null || reason === null || by === null || at === null) return null
  const { name } = await db.selectFrom('users').select('name').where('id', '=', by).executeTakeFirstOrThrow()
  return {
    amount: money(amount),
    reference,
    reason,
    staff_id: by,
    staff_name: name,
    proposed_at: at,
    is_own: by === actorId,
  }
}
