import { type Kysely, sql } from 'kysely'

import { AppError } from '#contract/errors.ts'
import { type Money, money } from '#contract/money.ts'
import type { TransactionType } from '#contract/wallet.ts'
import type { DB } from '#server/database/tables.ts'

export type LedgerAccount = 'customer' | 'revenue' | 'clearing:cryptomus' | 'bonus' | 'adjustment'

export type NewTransaction = {
  userId: number
  type: TransactionType
  from: LedgerAccount
  to: LedgerAccount
  /** Above zero: what moves from `from` to `to`. */
  amount: Money
  description: string
  orderId?: bigint
  depositId?: bigint
  /** A deposit's line has the deposit's own id; every other line takes the next one. */
  id?: bigint
  paymentMethod?: string
  referenceId?: string
  actorId?: number
}

export type PostedTransaction = { id: bigint; seq: number; balanceAfter: Money; createdAt: Date }

/**
 * Moves a balance and writes its ledger row in one statement, so that neither can be without the other.
 * A move that would leave less than nothing throws `insufficient_balance`; an unknown account throws.
 * Orders are charged by the placing statement instead, which does the same for many at once.
 */
export async function postTransaction(db: Kysely<DB>, move: NewTransaction): Promise<PostedTransaction> {
  const signed = move.to === 'customer' ? move.amount : -move.amount
  const total = sql.raw(totals[move.type])
  const { rows } = await sql<{ id: bigint; seq: number; balance_after: bigint; created_at: Date }>`
    with moved as (
      update accounts
      set balance = balance + ${signed}::bigint,
          transactions_seq = transactions_seq + 1,
          ${total} = ${total} + ${signed}::bigint
      where user_id = ${move.userId} and balance + ${signed}::bigint >= 0
      returning user_id, transactions_seq, balance
    )
    insert into transactions (user_id, id, seq, type, from_account, to_account, amount, balance_after,
      description, payment_method, reference_id, order_id, deposit_id, actor_id)
    select user_id, coalesce(${move.id ?? null}::bigint, nextval('transaction_ids')), transactions_seq,
      ${move.type}, ${move.from}, ${move.to}, ${move.amount}::bigint, balance,
      ${move.description}, ${move.paymentMethod ?? null}, ${move.referenceId ?? null},
      ${move.orderId ?? null}::bigint, ${move.depositId ?? null}::bigint, ${move.actorId ?? null}::int
    from moved
    returning id, seq, balance_after, created_at`.execute(db)
  const [row] = rows
  if (row === undefined) throw await whyNotMoved(db, move)
  return { id: row.id, seq: row.seq, balanceAfter: money(row.balance_after), createdAt: row.created_at }
}

/** Each type's running sum on the account; an order's is negative, so that they add up to the balance. */
const totals: Record<TransactionType, string> = {
  deposit: 'deposits_total',
  order: 'orders_total',
  refund: 'refunds_total',
  bonus: 'bonuses_total',
}

async function whyNotMoved(db: Kysely<DB>, { userId, amount }: NewTransaction): Promise<Error> {
  const account = await db
    .selectFrom('accounts')
    .select('balance')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (account === undefined) return new Error(`user ${userId} has no account`)
  return new AppError('insufficient_balance', { required: amount, available: money(account.balance) })
}
