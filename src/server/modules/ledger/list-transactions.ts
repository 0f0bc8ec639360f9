import type { AnswerOf, QueryOf } from '#contract/base/endpoint.ts'
import { AppError } from '#contract/base/errors.ts'
import { money } from '#contract/base/money.ts'
import { toPagination } from '#contract/base/paging.ts'
import type {
  exportTransactions as exporting,
  listTransactions as endpoint,
  Transaction,
} from '#contract/ledger/transactions.ts'
import type { Context } from '#server/context.ts'

import { findTotals } from './account.ts'
import { findRange } from './find-range.ts'
import {
  COUNTED_MAX,
  type LineFilter,
  listLinePage,
  listLinesBelow,
  openStatuses,
  type Place,
} from './statement-queries.ts'
import { toTransaction } from './to-transaction.ts'

type Filters = QueryOf<typeof exporting>
type Totals = Awaited<ReturnType<typeof findTotals>>

/**
 * A customer's statement, newest first: below a cursor, or a numbered page. The sums cover the whole account regardless of the
 * filters, at the same moment as the lines.
 */
export async function listTransactions(
  ctx: Context,
  userId: number,
  { limit, cursor, page, ...filters }: QueryOf<typeof endpoint>,
): Promise<Omit<AnswerOf<typeof endpoint>, 'success'>> {
  const below = toPlace(cursor)
  const totals = await findTotals(ctx.db, userId)
  const whole = await toFilter(ctx, { userId, last: totals?.seq ?? 0 }, filters)
  // A search covers the newest rows only; the CSV file searches all of them, one range at a time.
  const newest = Math.max(whole.first, whole.last - COUNTED_MAX + 1)
  const isSearch = (filters.search ?? '') !== ''
  const filter = isSearch ? { ...whole, first: newest } : whole
  const summary = toSummary(totals)
  if (page !== undefined) {
    const { rows, total } = await listLinePage(ctx.db, filter, { page, count: limit })
    const last = rows.at(-1)
    // Only the newest rows are counted. Without a search there may be more behind the last page.
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

/** All matching lines, newest first, one page in memory at a time. */
export async function* exportTransactions(
  ctx: Context,
  userId: number,
  filters: Filters,
): AsyncGenerator<Transaction> {
  const totals = await findTotals(ctx.db, userId)
  const whole = await toFilter(ctx, { userId, last: totals?.seq ?? 0 }, filters)
  let below: Place | undefined
  // One range at a time, so that a search without matches reads a bounded number of rows per statement.
  for (let first = whole.last - COUNTED_MAX + 1; ; first -= COUNTED_MAX) {
    const isLast = first <= whole.first
    const filter = isLast ? whole : { ...whole, first }
    for (;;) {
      const rows = await listLinesBelow(ctx.db, filter, { below, count: EXPORT_PAGE_ROWS })
      // Deposits outside the ledger may also lie below the range; they come with a later one.
      const own = isLast ? rows : rows.filter(({ at }) => at >= first)
      yield* own.map(toTransaction)
      below = own.at(-1) ?? below
      if (own.length < EXPORT_PAGE_ROWS) break
    }
    if (isLast) return
    below = { at: first, sub: 0n }
  }
}

/** Deposit statuses behind each status shown. Ledger rows are completed; a deposit in review is shown as in processing. */
const openAs = {
  pending: ['pending'],
  processing: ['review'],
  canceled: ['canceled'],
  completed: [],
} as const

async function toFilter(
  { db }: Context,
  { userId, last }: { userId: number; last: number },
  { type, status, search, from, to }: Filters,
): Promise<LineFilter> {
  const hasLines = status === undefined || status === 'completed'
  const range = hasLines ? await findRange(db, { userId, last, from, to }) : { first: 1, last: 0 }
  const open = status === undefined ? openStatuses : openAs[status]
  return { userId, ...range, open, type, search, from, to }
}

function toSummary(totals: Totals): AnswerOf<typeof endpoint>['summary'] {
  return {
    balance: money(totals?.balance ?? 0n),
    totalDeposits: money(totals?.deposit ?? 0n),
    totalOrders: money(-(totals?.order ?? 0n)),
    refundsAndBonuses: money((totals?.refund ?? 0n) + (totals?.bonus ?? 0n)),
  }
}

/** The cursor of a position, opaque to clients. */
function fromPlace({ at, sub }: Place): string {
  return sub === 0n ? String(at) : `${at}-${sub}`
}

/** Throws `invalid_parameter` for malformed cursors. */
function toPlace(cursor: string | undefined): Place | undefined {
  if (cursor === undefined) return undefined
  const [, at, sub] = /^(\d{1,9})(?:-(\d{1,18}))?$/.exec(cursor) ?? []
  if (at === undefined) throw new AppError('invalid_parameter', { reason: 'parameter', parameter: 'cursor' })
  return { at: Number(at), sub: BigInt(sub ?? 0) }
}
