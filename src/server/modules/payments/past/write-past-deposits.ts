import type { Money } from '#contract/base/money.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

/** A gateway deposit that was paid in full, or never paid and expired. */
export type PastDeposit = {
  /** From `reserveTransactionIds`. */
  id: bigint
  userId: number
  reference: string
  gateway: string
  paymentMethod: string
  amount: Money
  bonus: Money
  /** What the gateway reports as arrived, in the payer's currency. */
  arrivedAs: string
  createdAt: Date
  endedAt: Date
  isPaid: boolean
}

/** Writes the demo's past deposits; the caller writes the ledger rows of those that were paid, in the same tx. */
export async function writePastDeposits(tx: Tx, deposits: readonly PastDeposit[]): Promise<void> {
  if (deposits.length === 0) return
  await tx
    .insertInto('deposits')
    .values(
      deposits.map((deposit) => ({
        id: deposit.id,
        user_id: deposit.userId,
        reference: deposit.reference,
        gateway: deposit.gateway,
        payment_method: deposit.paymentMethod,
        amount: deposit.amount,
        bonus: deposit.bonus,
        status: deposit.isPaid ? 'completed' : 'canceled',
        gateway_status: deposit.isPaid ? 'paid' : 'cancel',
        gateway_state: deposit.isPaid ? 'paid' : 'closed',
        arrived: deposit.isPaid ? deposit.amount : null,
        arrived_as: deposit.isPaid ? deposit.arrivedAs : null,
        created_at: deposit.createdAt,
        updated_at: deposit.endedAt,
        completed_at: deposit.isPaid ? deposit.endedAt : null,
        polled_at: deposit.endedAt,
        answered_at: deposit.endedAt,
        polls: 1,
      })),
    )
    .execute()
}
