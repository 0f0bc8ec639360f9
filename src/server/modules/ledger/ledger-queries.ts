import { type Kysely, sql } from 'kysely'

import { type Money, MONEY_MAX } from '#contract/base/money.ts'
import { toKeptDetails } from '#contract/base/stored-details.ts'
import type { TransactionType } from '#contract/ledger/transactions.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

export type LedgerAccount =
  | 'customer'
  | 'revenue'
  | 'clearing:cryptomus'
  | 'clearing:manual'
  | 'bonus'
  | 'adjustment'

export type NewTransaction = {
  userId: number
  type: TransactionType
  from: LedgerAccount
  to: LedgerAccount
  /** Above zero: what moves from `from` to `to`. */
  amount: Money
  /** Of an adjustment by staff: everything else a line says is derived from what it is. */
  reason?: string
  orderId?: bigint
  depositId?: bigint
  /** A deposit's line has the deposit's own id; every other line takes the next one. */
  id?: bigint
  paymentMethod?: string
  referenceId?: string
  actorId?: number
}

/** The balance and its ledger row, in one statement; undefined where the balance would go below 0 or is not there. */
export async function insertMove(db: Kysely<DB>, move: NewTransaction) {
  const signed = move.to === 'customer' ? move.amount : -move.amount
  const total = sql.raw(totals[move.type])
  const { rows } = await sql<{ id: bigint; seq: number; balance_after: bigint; created_at: Date }>`
    with moved as (
      update accounts
      set balance = balance + ${signed}::bigint,
          transactions_seq = transactions_seq + 1,
          ${total} = ${total} + ${signed}::bigint
      where user_id = ${move.userId} and balance + ${signed}::bigint between 0 and ${MONEY_MAX}::bigint
      returning user_id, transactions_seq, balance
    )
    insert into transactions (user_id, id, seq, type, from_account, to_account, amount, balance_after,
      details, payment_method, reference_id, order_id, deposit_id, actor_id)
    select user_id, coalesce(${move.id ?? null}::bigint, nextval('transaction_ids')), transactions_seq,
      ${move.type}, ${move.from}, ${move.to}, ${move.amount}::bigint, balance,
      ${move.reason === undefined ? null : toKeptDetails({ reason: move.reason })}::jsonb, ${move.paymentMethod ?? null}, ${move.referenceId ?? null},
      ${move.orderId ?? null}::bigint, ${move.depositId ?? null}::bigint, ${move.actorId ?? null}::int
    from moved
    returning id, seq, balance_after, created_at`.execute(db)
  return rows[0]
}

/** Each type's running sum on the account; an order's is negative, so that they add up to the balance. */
const totals: Record<TransactionType, string> = {
  deposit: 'deposits_total',
  order: 'orders_total',
  refund: 'refunds_total',
  bonus: 'bonuses_total',
}
