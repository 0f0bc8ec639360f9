import { type Kysely, sql } from 'kysely'

import { AppError } from '#contract/base/errors.ts'
import { type Money, money, MONEY_MAX } from '#contract/base/money.ts'
import { toStoredDetails } from '#contract/base/stored-details.ts'
import type { TransactionType } from '#contract/ledger/transactions.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

import { findBalance } from './account.ts'

export type LedgerAccount =
  | 'customer'
  | 'revenue'
  /** A gateway's own; `clearing:manual` is for money that arrived outside every gateway. */
  | `clearing:${string}`
  | 'bonus'
  | 'adjustment'

export type NewTransaction = {
  userId: number
  type: TransactionType
  from: LedgerAccount
  to: LedgerAccount
  /** Above zero; moves from `from` to `to`. */
  amount: Money
  /** Only for an adjustment by staff; everything else a ledger row says is derived from its columns. */
  reason?: string
  orderId?: bigint
  depositId?: bigint
  /** A deposit's row has the deposit's own id, so that crediting it twice is a duplicate key. Others take the next one. */
  id?: bigint
  paymentMethod?: string
  referenceId?: string
  actorId?: number
}

export type PostedTransaction = { id: bigint; seq: number; balanceAfter: Money; createdAt: Date }

/**
 * Moves a balance and writes its ledger row in one statement, so that neither exists without the other. Throws
 * `insufficient_balance` if the balance would fall below zero and `state_conflict` if it would exceed the largest one; an
 * unknown account is an error. Orders are charged by the placing statement instead, which does the same for many at once.
 */
export async function postTransaction(db: Kysely<DB>, move: NewTransaction): Promise<PostedTransaction> {
  const row = await insertMove(db, move)
  if (row === undefined) throw await refusalOf(db, move)
  return { id: row.id, seq: row.seq, balanceAfter: money(row.balance_after), createdAt: row.created_at }
}

/** The balance and its ledger row in one statement. Undefined where the account is missing or the balance would leave its range. */
async function insertMove(db: Kysely<DB>, move: NewTransaction) {
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
      ${move.reason === undefined ? null : toStoredDetails({ reason: move.reason })}::jsonb, ${move.paymentMethod ?? null}, ${move.referenceId ?? null},
      ${move.orderId ?? null}::bigint, ${move.depositId ?? null}::bigint, ${move.actorId ?? null}::int
    from moved
    returning id, seq, balance_after, created_at`.execute(db)
  return rows[0]
}

/** Each type's running sum on the account. That of orders is negative, so they add up to the balance. */
const totals: Record<TransactionType, string> = {
  deposit: 'deposits_total',
  order: 'orders_total',
  refund: 'refunds_total',
  bonus: 'bonuses_total',
}

async function refusalOf(db: Kysely<DB>, { userId, to, amount }: NewTransaction): Promise<Error> {
  const available = await findBalance(db, userId)
  if (available === undefined) return new Error(`user ${userId} has no account`)
  if (to === 'customer') return new AppError('state_conflict', { reason: 'balance_too_high', max: MONEY_MAX })
  return new AppError('insufficient_balance', { required: amount, available })
}
