import type { Kysely } from 'kysely'

import type { DepositStatus } from '#contract/payments.ts'
import type { DB } from '#server/database/tables.ts'
import type { Invoice } from '#server/integrations/cryptomus/invoice.ts'

import type { Deposit } from './deposit-queries.ts'

/** From the status that was read under the lock, and from no other. */
export async function saveOutcome(
  tx: Kysely<DB>,
  outcome: {
    deposit: Deposit
    invoice: Invoice
    status: DepositStatus
    reviewReason: string | undefined
    expiresAt: Date | null
    checkAt: Date | null
    now: Date
  },
): Promise<void> {
  const { deposit, invoice, status, now } = outcome
  const { numUpdatedRows } = await tx
    .updateTable('deposits')
    .set({
      status,
      gateway_status: invoice.status.slice(0, 100),
      gateway_id: invoice.uuid.slice(0, 200),
      // A deposit whose invoice was made while the answer got lost has its address from here.
      payment_url: deposit.payment_url ?? invoice.url ?? null,
      expires_at: outcome.expiresAt,
      check_at: outcome.checkAt,
      checked_at: now,
      checks: deposit.checks + 1,
      ...(outcome.reviewReason !== undefined && { review_reason: outcome.reviewReason }),
      ...(status !== deposit.status && { updated_at: now }),
      ...(status === 'completed' && { completed_at: now, review_reason: null }),
    })
    .where('user_id', '=', deposit.user_id)
    .where('id', '=', deposit.id)
    .where('status', '=', deposit.status)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new Error(`deposit ${deposit.id} changed under its lock`)
}

export async function flagCompleted(
  tx: Kysely<DB>,
  flag: { deposit: Deposit; gatewayStatus: string; reason: string; now: Date },
): Promise<void> {
  await tx
    .updateTable('deposits')
    .set({ gateway_status: flag.gatewayStatus, review_reason: flag.reason, updated_at: flag.now })
    .where('user_id', '=', flag.deposit.user_id)
    .where('id', '=', flag.deposit.id)
    .where('status', '=', 'completed')
    .execute()
}
