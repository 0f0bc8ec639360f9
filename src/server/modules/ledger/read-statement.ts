import { type Kysely, sql } from 'kysely'

import type { AnswerOf, QueryOf } from '#contract/base/endpoint.ts'
import { AppError } from '#contract/base/errors.ts'
import { type Money, money } from '#contract/base/money.ts'
import {
  type getStatement as endpoint,
  type getStatementSums as sumsEndpoint,
  type QuarterSums,
  STATEMENT_LINES_MAX,
  STATEMENT_PART_LINES,
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

/** Sums the next lines of a period. The parts lead from opening to closing balance, since each row has its balance. */
export async function readStatementSums(
  { db }: Context,
  userId: number,
  { from, to, after }: QueryOf<typeof sumsEndpoint>,
): Promise<AnswerOf<typeof sumsEndpoint>> {
  const account = await findTotals(db, userId)
  const { first, last } = await findRange(db, { userId, last: account?.seq ?? 0, from, to })
  // After the last line nothing is left, and the opening balance is the closing one.
  const start = Math.max(first, Math.min(after ?? 0, last) + 1)
  const end = Math.min(last, start + STATEMENT_PART_LINES - 1)
  const [opening, closing, sums] = await Promise.all([
    findBalanceAt(db, { userId, line: start - 1 }),
    findBalanceAt(db, { userId, line: Math.max(end, start - 1) }),
    sumQuarters(db, { userId, start, end }),
  ])
  return {
    success: true,
    lines: Math.max(0, last - first + 1),
    lines_read: Math.max(0, Math.min(end, last) - first + 1),
    after: end < last ? end : null,
    opening_balance: opening,
    closing_balance: closing,
    sums,
  }
}

type QuarterRow = { since: Date; lines: number; deposits: bigint; orders: bigint; others: bigint }

async function sumQuarters(
  db: Kysely<DB>,
  { userId, start, end }: { userId: number; start: number; end: number },
): Promise<QuarterSums[]> {
  const { rows } = await sql<QuarterRow>`
    select date_bin('15 minutes', created_at, timestamptz '2000-01-01 00:00:00Z') as since, count(*)::int as lines,
      coalesce(sum(signed_amount) filter (where type = 'deposit'), 0)::bigint as deposits,
      coalesce(-sum(signed_amount) filter (where type = 'order'), 0)::bigint as orders,
      coalesce(sum(signed_amount) filter (where type in ('refund', 'bonus')), 0)::bigint as others
    from transactions where user_id = ${userId} and seq between ${start} and ${end}
    group by 1 order by 1`.execute(db)
  return rows.map(({ since, lines, deposits, orders, others }) => ({
    since,
    lines,
    totals: {
      totalDeposits: money(deposits),
      totalOrders: money(orders),
      refundsAndBonuses: money(others),
    },
  }))
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
