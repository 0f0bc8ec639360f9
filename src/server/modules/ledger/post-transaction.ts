import { type Kysely, sql } from 'kysely'

import { AppError } from '#contract/base/errors.ts'
import { type Money, money, MONEY_MAX } from '#contract/base/money.ts'
import { toStoredDetails } from '#contract/base/stored-details.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

import { findBalance } from './account.ts'
import { houseAccount, type PostingKind, sumColumns } from './posting-kinds.ts'

export type NewTransaction = {
  userId: number
  kind: PostingKind
  /** Above zero; the kind says which way it moves. */
  amount: Money
  /** The gateway of the clearing account, for kinds that have one. */
  gateway?: string
  /** Only for an adjustment by staff; all other texts of a ledger row are derived from its columns. */
  reason?: string
  orderId?: bigint
  /** A deposit's own row has this id too, so that crediting it twice is a duplicate key. */
  depositId?: bigint
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

/**
 * The balance, its sum and its ledger row in one statement. The insert is inside the `with` so that the row's id comes
 * from the coordinator's sequence on a cluster: the last part may run on another node. Undefined if the account is
 * missing or the balance would leave its range.
 */
async function insertMove(db: Kysely<DB>, move: NewTransaction) {
  const { userId, kind, amount } = move
  const signed = kind.sign > 0 ? amount : -amount
  const house = houseAccount(kind, move.gateway)
  const [from, to] = kind.sign > 0 ? [house, 'customer'] : ['customer', house]
  const id = kind.of === 'itself' ? move.depositId : undefined
  const column = sumColumns[kind.type]
  const total =
    column === undefined ? sql`` : sql`, ${sql.ref(column)} = ${sql.ref(column)} + ${signed}::bigint`
  const { rows } = await sql<{ id: bigint; seq: number; balance_after: bigint; created_at: Date }>`
    with moved as (
      update accounts
      set balance = balance + ${signed}::bigint, transactions_seq = transactions_seq + 1${total}
      where user_id = ${userId} and balance + ${signed}::bigint between 0 and ${MONEY_MAX}::bigint
      returning user_id, transactions_seq, balance
    ), summed as (
      insert into account_sums (user_id, name, amount)
      select user_id, ${kind.type}, ${signed}::bigint from moved where ${column === undefined}
      on conflict (user_id, name) do update set amount = account_sums.amount + excluded.amount
    ), written as (
      insert into transactions (user_id, ${id === undefined ? sql`` : sql`id,`} seq, type, from_account, to_account, amount, balance_after,
        details, payment_method, reference_id, order_id, deposit_id, actor_id)
      select user_id, ${id === undefined ? sql`` : sql`${id}::bigint,`} transactions_seq,
        ${kind.type}, ${from}, ${to}, ${amount}::bigint, balance,
        ${move.reason === undefined ? null : toStoredDetails({ reason: move.reason })}::jsonb, ${move.paymentMethod ?? null}, ${move.referenceId ?? null},
        ${move.orderId ?? null}::bigint, ${move.depositId ?? null}::bigint, ${move.actorId ?? null}::int
      from moved
      returning id, seq, balance_after, created_at
    )
    select id, seq, balance_after, created_at from written`.execute(db)
  return rows[0]
}

async function refusalOf(db: Kysely<DB>, { userId, kind, amount }: NewTransaction): Promise<Error> {
  const available = await findBalance(db, userId)
  if (available === undefined) return new Error(`user ${userId} has no account`)
  if (kind.sign > 0) return new AppError('state_conflict', { reason: 'balance_too_high', max: MONEY_MAX })
  return new AppError('insufficient_balance', { required: amount, available })
}
