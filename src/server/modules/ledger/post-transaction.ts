import { type Kysely, type RawBuilder, sql } from 'kysely'

import { AppError } from '#contract/base/errors.ts'
import { type Money, money, MONEY_MAX } from '#contract/base/money.ts'
import { toStoredDetails } from '#contract/base/stored-details.ts'
import { clusterOf } from '#server/lib/postgres/on-cluster.ts'
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
 * Moves a balance and writes its ledger row in one statement, on a cluster in the caller's tx, so that neither exists without the other. Throws
 * `insufficient_balance` if the balance would fall below zero and `state_conflict` if it would exceed the largest one; an
 * unknown account is an error. Orders are charged by the placing statement instead, which does the same for many at once.
 */
export async function postTransaction(db: Kysely<DB>, move: NewTransaction): Promise<PostedTransaction> {
  const row = await insertMove(db, move)
  if (row === undefined) throw await refusalOf(db, move)
  return { id: row.id, seq: row.seq, balanceAfter: money(row.balance_after), createdAt: row.created_at }
}

/** Undefined if the account is missing or the balance would leave its range. */
async function insertMove(db: Kysely<DB>, move: NewTransaction): Promise<WrittenRow | undefined> {
  const { userId, kind, amount } = move
  const signed = kind.sign > 0 ? amount : -amount
  const column = sumColumns[kind.type]
  const total =
    column === undefined ? sql`` : sql`, ${sql.ref(column)} = ${sql.ref(column)} + ${signed}::bigint`
  const changed = sql`
      update accounts
      set balance = balance + ${signed}::bigint, transactions_seq = transactions_seq + 1${total}
      where user_id = ${userId} and balance + ${signed}::bigint between 0 and ${MONEY_MAX}::bigint
      returning user_id, transactions_seq, balance`
  const addSum = (from: RawBuilder<unknown>) => sql`
      insert into account_sums (user_id, name, amount)
      select user_id, ${kind.type}, ${signed}::bigint from ${from} where ${column === undefined}
      on conflict (user_id, name) do update set amount = account_sums.amount + excluded.amount`
  const write = (from: RawBuilder<unknown>) => insertRow(move, from)
  if (clusterOf(db) === undefined) {
    const moved = sql.raw('moved')
    const { rows } = await sql<WrittenRow>`
    with moved as (${changed}), summed as (${addSum(moved)}), written as (${write(moved)})
    select id, seq, balance_after, created_at from written`.execute(db)
    return rows[0]
  }
  // An insert in a `with` is sent what it reads by way of every node, and none of them may be away.
  const { rows } = await sql<MovedRow>`${changed}`.execute(db)
  const [row] = rows
  if (row === undefined) return undefined
  const moved = sql`(select ${row.user_id}::int as user_id, ${row.transactions_seq}::int as transactions_seq,
    ${row.balance}::bigint as balance) moved`
  if (column === undefined) await addSum(moved).execute(db)
  const written = await sql<WrittenRow>`${write(moved)}`.execute(db)
  return written.rows[0]
}

type MovedRow = { user_id: number; transactions_seq: number; balance: bigint }
type WrittenRow = { id: bigint; seq: number; balance_after: bigint; created_at: Date }

function insertRow(
  { kind, amount, ...move }: NewTransaction,
  from: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const house = houseAccount(kind, move.gateway)
  const [payer, payee] = kind.sign > 0 ? [house, 'customer'] : ['customer', house]
  const id = kind.of === 'itself' ? move.depositId : undefined
  const reason = move.reason === undefined ? null : toStoredDetails({ reason: move.reason })
  return sql`
      insert into transactions (user_id, ${id === undefined ? sql`` : sql`id,`} seq, type, from_account, to_account, amount, balance_after,
        details, payment_method, reference_id, order_id, deposit_id, actor_id)
      select user_id, ${id === undefined ? sql`` : sql`${id}::bigint,`} transactions_seq,
        ${kind.type}, ${payer}, ${payee}, ${amount}::bigint, balance,
        ${reason}::jsonb, ${move.paymentMethod ?? null}, ${move.referenceId ?? null},
        ${move.orderId ?? null}::bigint, ${move.depositId ?? null}::bigint, ${move.actorId ?? null}::int
      from ${from}
      returning id, seq, balance_after, created_at`
}

async function refusalOf(db: Kysely<DB>, { userId, kind, amount }: NewTransaction): Promise<Error> {
  const available = await findBalance(db, userId)
  if (available === undefined) return new Error(`user ${userId} has no account`)
  if (kind.sign > 0) return new AppError('state_conflict', { reason: 'balance_too_high', max: MONEY_MAX })
  return new AppError('insufficient_balance', { required: amount, available })
}
