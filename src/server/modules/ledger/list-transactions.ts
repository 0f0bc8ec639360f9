import type { AnswerOf, QueryOf } from '#contract/base/endpoint.ts'
import { money } from '#contract/base/money.ts'
import { toPagination } from '#contract/base/paging.ts'
import type {
  exportTransactions as exporting,
  listTransactions as endpoint,
  Transaction,
} from '#contract/ledger/transactions.ts'
import type { Context } from '#server/context.ts'

import { fromPlace, toPlace } from './place-cursor.ts'
import {
  COUNTED_MAX,
  type LineFilter,
  listLinePage,
  listLinesBelow,
  openStatuses,
  type Place,
} from './statement-queries.ts'
import { findSpan } from './find-span.ts'
import { toTransaction } from './to-transaction.ts'
import { findTotals } from './account-queries.ts'

type Asked = QueryOf<typeof exporting>
type Totals = Awaited<ReturnType<typeof findTotals>>

/**
 * A customer's statement, newest first: below a cursor, or the numbered page where one is asked for. The sums are of
 * all of it, whatever the filters, and of the same moment as the lines.
 */
export async function listTransactions(
  ctx: Context,
  userId: number,
  { limit, cursor, page, ...asked }: QueryOf<typeof endpoint>,
): Promise<Omit<AnswerOf<typeof endpoint>, 'success'>> {
  const below = toPlace(cursor)
  const totals = await findTotals(ctx.db, userId)
  const whole = await toFilter(ctx, { userId, last: totals?.transactions_seq ?? 0 }, asked)
  // Nobody's words are worth reading a whole life for; the file does, a stretch at a time.
  const newest = Math.max(whole.first, whole.last - COUNTED_MAX + 1)
  const isSearch = (asked.search ?? '') !== ''
  const filter = isSearch ? { ...whole, first: newest } : whole
  const summary = toSummary(totals)
  if (page !== undefined) {
    const { rows, total } = await listLinePage(ctx.db, filter, { page, count: limit })
    const last = rows.at(-1)
    // What is counted is the newest alone, which are all that a search goes through: behind the last page there may be more.
    const hasMore =
      last !== undefined &&
      (page * limit < total ||
        (!isSearch && (await listLinesBelow(ctx.db, filter, { below: last, count: 1 })).length > 0))
    return {
      transactions: rows.map(toTransaction),
      next_cursor: hasMore ? fromPlace(last) : null,
      summary,
      pagination: toPagination(total, limit),
    }
  }
  // One more than asked for says whether there is a next page.
  const rows = await listLinesBelow(ctx.db, filter, { below, count: limit + 1 })
  const end = rows.length > limit ? rows[limit - 1] : undefined
  return {
    transactions: rows.slice(0, limit).map(toTransaction),
    next_cursor: end === undefined ? null : fromPlace(end),
    summary,
  }
}

const EXPORT_PAGE_ROWS = 500

/** All that the filters show, newest first, a page in memory at a time. */
export async function* exportTransactions(
  ctx: Context,
  userId: number,
  asked: Asked,
): AsyncGenerator<Transaction> {
  const totals = await findTotals(ctx.db, userId)
  const whole = await toFilter(ctx, { userId, last: totals?.transactions_seq ?? 0 }, asked)
  let below: Place | undefined
  // One stretch after the other: a word that nothing has is looked for in so many lines at a time.
  for (let first = whole.last - COUNTED_MAX + 1; ; first -= COUNTED_MAX) {
    const isLast = first <= whole.first
    const filter = isLast ? whole : { ...whole, first }
    for (;;) {
      const rows = await listLinesBelow(ctx.db, filter, { below, count: EXPORT_PAGE_ROWS })
      // What waits has its place between the lines, also below the stretch.
      const own = isLast ? rows : rows.filter(({ at }) => at >= first)
      yield* own.map(toTransaction)
      below = own.at(-1) ?? below
      if (own.length < EXPORT_PAGE_ROWS) break
    }
    if (isLast) return
    below = { at: first, sub: 0n }
  }
}

/** What the ledger has is completed; a deposit in review is shown as in processing. */
const openAs = {
  pending: ['pending'],
  processing: ['review'],
  canceled: ['canceled'],
  completed: [],
} as const

async function toFilter(
  { db }: Context,
  { userId, last }: { userId: number; last: number },
  { type, status, search, from, to }: Asked,
): Promise<LineFilter> {
  const hasLines = status === undefined || status === 'completed'
  const span = hasLines ? await findSpan(db, { userId, last, from, to }) : { first: 1, last: 0 }
  const open = status === undefined ? openStatuses : openAs[status]
  return { userId, ...span, open, type, search, from, to }
}

function toSummary(totals: Totals): AnswerOf<typeof endpoint>['summary'] {
  return {
    balance: money(totals?.balance ?? 0n),
    totalDeposits: money(totals?.deposits_total ?? 0n),
    totalOrders: money(-(totals?.orders_total ?? 0n)),
    refundsAndBonuses: money((totals?.refunds_total ?? 0n) + (totals?.bonuses_total ?? 0n)),
  }
}
