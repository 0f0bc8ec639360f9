import { encodeCarried, sayCarried } from '#contract/codes.ts'
import { ledgerLines } from '#contract/ledger-lines.ts'
import { money } from '#contract/money.ts'
import { fromKeptDetails } from '#contract/review.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { listTransactions as endpoint, Transaction } from '#contract/wallet.ts'
import { english } from '#contract/words/en.ts'
import type { Context } from '#server/context.ts'
import { fromCursor, toPage } from '#server/database/id-cursor.ts'

import { toLedgerLine } from './to-ledger-line.ts'
import { findTotals, type LineRow, listLines } from './wallet-queries.ts'

type Page = Omit<AnswerOf<typeof endpoint>, 'success'>

/** A customer's statement. The cursor is the id of the last line; one without meaning is `invalid_parameter`. */
export async function listTransactions(
  { db }: Context,
  { userId, cursor, limit }: { userId: number; cursor: string | undefined; limit: number },
): Promise<Page> {
  const before = fromCursor(cursor) ?? null
  // One more than asked for says whether there is a next page.
  const [rows, totals] = await Promise.all([
    listLines(db, { userId, before, count: limit + 1 }),
    findTotals(db, userId),
  ])
  const shown = toPage(rows, limit)
  return {
    transactions: shown.rows.map(toTransaction),
    next_cursor: shown.nextCursor,
    summary: {
      balance: money(totals?.balance ?? 0n),
      totalDeposits: money(totals?.deposits_total ?? 0n),
      totalOrders: money(-(totals?.orders_total ?? 0n)),
      refundsAndBonuses: money((totals?.refunds_total ?? 0n) + (totals?.bonuses_total ?? 0n)),
    },
  }
}

const EXPORT_PAGE_ROWS = 500

/** All of it, newest first, a page in memory at a time. */
export async function* exportTransactions({ db }: Context, userId: number): AsyncGenerator<Transaction> {
  let before: bigint | null = null
  for (;;) {
    const rows: LineRow[] = await listLines(db, { userId, before, count: EXPORT_PAGE_ROWS })
    yield* rows.map(toTransaction)
    before = rows.at(-1)?.id ?? null
    if (rows.length < EXPORT_PAGE_ROWS) return
  }
}

const shownStatus = {
  completed: 'completed',
  pending: 'pending',
  review: 'processing',
  canceled: 'canceled',
} as const

function toTransaction(row: LineRow): Transaction {
  const line = toLedgerLine(row)
  const details = encodeCarried(ledgerLines, line)
  return {
    ...row,
    id: Number(row.id),
    code: line.code,
    details: fromKeptDetails(details),
    description: sayCarried(ledgerLines, english.transactions, { code: line.code, details }) ?? line.code,
    status: shownStatus[row.status],
    amount: money(row.amount),
    order_id: row.order_id === null ? null : Number(row.order_id),
    balance_after: row.balance_after === null ? null : money(row.balance_after),
  }
}
