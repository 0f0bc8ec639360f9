import type { Kysely } from 'kysely'

import type { AnswerOf, QueryOf } from '#contract/base/endpoint.ts'
import { AppError } from '#contract/base/errors.ts'
import { type Money, money } from '#contract/base/money.ts'
import {
  type getStatement as endpoint,
  STATEMENT_LINES_MAX,
  type TransactionType,
} from '#contract/ledger/transactions.ts'
import type { Context } from '#server/context.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

import { findTotals } from './account.ts'
import { findRange } from './find-range.ts'
import { listLinesBelow } from './statement-queries.ts'
import { toTransaction } from './to-transaction.ts'

/** The ledger of a period, oldest first. Throws `invalid_parameter` if it has more lines than a statement may show. */
export async function readStatement(
  { db }: Context,
  userId: number,
  { from, to }: QueryOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  const totals = await findTotals(db, userId)
  const { first, last } = await findRange(db, { userId, last: totals?.seq ?? 0, from, to })
  const lines = Math.max(0, last - first + 1)
  if (lines > STATEMENT_LINES_MAX)
    throw new AppError('invalid_parameter', { reason: 'period_too_long', lines, max: STATEMENT_LINES_MAX })
  const [rows, opening] = await Promise.all([
    listLinesBelow(db, { userId, first, last, open: [] }, { below: undefined, count: lines }),
    findBalanceAt(db, { userId, line: first - 1 }),
  ])
  const transactions = rows.map(toTransaction).toReversed()
  const sumOf = (...types: TransactionType[]): bigint =>
    transactions.filter(({ type }) => types.includes(type)).reduce((sum, { amount }) => sum + amount, 0n)
  const closing: Money = transactions.at(-1)?.balance_after ?? opening
  return {
    success: true,
    from: from ?? null,
    to: to ?? null,
    opening_balance: opening,
    closing_balance: closing,
    totals: {
      totalDeposits: money(sumOf('deposit')),
      totalOrders: money(-sumOf('order')),
      refundsAndBonuses: money(sumOf('refund', 'bonus')),
    },
    transactions,
  }
}

/** The balance after a ledger row; zero before the first. */
async function findBalanceAt(
  db: Kysely<DB>,
  { userId, line }: { userId: number; line: number },
): Promise<Money> {
  const row = await db
    .selectFrom('transactions')
    .select('balance_after')
    .where('user_id', '=', userId)
    .where('seq', '=', line)
    .executeTakeFirst()
  return money(row?.balance_after ?? 0n)
}
