import type { Kysely } from 'kysely'

import { AppError } from '#contract/base/errors.ts'
import { type Money, money, MONEY_MAX } from '#contract/base/money.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

import { insertMove, type NewTransaction } from './ledger-queries.ts'
import { findBalanceRow } from './account-queries.ts'

export type PostedTransaction = { id: bigint; seq: number; balanceAfter: Money; createdAt: Date }

/**
 * Moves a balance and writes its ledger row in one statement, so that neither can be without the other.
 * A move that would leave less than nothing throws `insufficient_balance`, one above what any balance can be
 * `state_conflict`; an unknown account throws.
 * Orders are charged by the placing statement instead, which does the same for many at once.
 */
export async function postTransaction(db: Kysely<DB>, move: NewTransaction): Promise<PostedTransaction> {
  const row = await insertMove(db, move)
  if (row === undefined) throw await whyNotMoved(db, move)
  return { id: row.id, seq: row.seq, balanceAfter: money(row.balance_after), createdAt: row.created_at }
}

async function whyNotMoved(db: Kysely<DB>, { userId, to, amount }: NewTransaction): Promise<Error> {
  const account = await findBalanceRow(db, userId)
  if (account === undefined) return new Error(`user ${userId} has no account`)
  if (to === 'customer') return new AppError('state_conflict', { reason: 'balance_too_high', max: MONEY_MAX })
  return new AppError('insufficient_balance', { required: amount, available: money(account.balance) })
}
