import type { Kysely } from 'kysely'

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
import type { DB } from '#server/lib/postgres/tables.ts'

import { findTotals } from './account.ts'
import { findRange } from './find-range.ts'
import { searchLines, searchStep } from './search-lines.ts'
import {
  type LineFilter,
  type LineRow,
  listLinePage,
  listLinesAt,
  listLinesBelow,
  openStatuses,
  type Place,
} from './statement-queries.ts'
import { toTransaction } from './to-transaction.ts'

type Filters = QueryOf<typeof exporting>
type Totals = Awaited<ReturnType<typeof findTotals>>

/**
 * A customer's statement, newest first: below a cursor, or a numbered page. The sums cover the whole account regardless
 * of the filters, as of the same moment as the lines.
 */
export async function listTransactions(
  ctx: Context,
  userId: number,
  { limit, cursor, page, search = '', ...filters }: QueryOf<typeof endpoint>,
): Promise<Omit<AnswerOf<typeof endpoint>, 'success'>> {
  const below = toPlace(cursor)
  const totals = await findTotals(ctx.db, userId)
  const filter = await toFilter(ctx, { userId, totals }, filters)
  const list = search === '' ? (page === undefined ? listBelow : listPage) : listFound
  const { rows, total, next, searched } = await list(ctx.db, filter, {
    limit,
    below,
    page: page ?? 1,
    search,
  })
  return {
    transactions: rows.map(toTransaction),
    next_cursor: next === undefined ? null : fromPlace(next),
    summary: toSummary(totals),
    ...(searched !== undefined && { searched }),
    ...(page !== undefined && { pagination: toPagination(total, limit) }),
  }
}

type Asked = { limit: number; below: Place | undefined; page: number; search: string }
type Listed = { rows: LineRow[]; total: number; next: Place | undefined; searched?: number }

async function listBelow(db: Kysely<DB>, filter: LineFilter, { limit, below }: Asked): Promise<Listed> {
  // The one row beyond `limit` tells whether there is a next page.
  const rows = await listLinesBelow(db, filter, { below, count: limit + 1 })
  return { rows: rows.slice(0, limit), total: 0, next: rows.length > limit ? rows[limit - 1] : undefined }
}

async function listPage(db: Kysely<DB>, filter: LineFilter, { limit, page }: Asked): Promise<Listed> {
  const { rows, total } = await listLinePage(db, filter, { page, count: limit })
  const last = rows.at(-1)
  // Only the newest rows of a type are counted; there may be more behind the last page.
  const hasMore =
    last !== undefined &&
    (page * limit < total || (await listLinesBelow(db, filter, { below: last, count: 1 })).length > 0)
  return { rows, total, next: hasMore ? last : undefined }
}

/** Numbered pages cover what the first search finds; a cursor continues below them. */
async function listFound(
  db: Kysely<DB>,
  filter: LineFilter,
  { limit, below, page, search }: Asked,
): Promise<Listed> {
  const { places, searchedDownTo, searched } = await searchLines(db, filter, {
    search,
    below,
    wanted: page * limit,
  })
  const own = places.slice((page - 1) * limit, page * limit)
  return {
    rows: await listLinesAt(db, filter, own),
    total: places.length,
    next: page * limit < places.length ? own.at(-1) : (searchedDownTo ?? undefined),
    ...(searchedDownTo !== null && { searched }),
  }
}

/** Lines in memory at a time, and lines that a word search reads at a time. */
const EXPORT_PAGE_ROWS = 500
const SEARCHED_AT_ONCE = 5_000

/** All matching lines, newest first. A search covers all of them, reading each once. */
export async function* exportTransactions(
  ctx: Context,
  userId: number,
  { search = '', ...filters }: Filters,
): AsyncGenerator<Transaction> {
  const { db } = ctx
  const totals = await findTotals(db, userId)
  const filter = await toFilter(ctx, { userId, totals }, filters)
  let below: Place | undefined
  if (search === '')
    for (;;) {
      const rows = await listLinesBelow(db, filter, { below, count: EXPORT_PAGE_ROWS })
      yield* rows.map(toTransaction)
      below = rows.at(-1)
      if (rows.length < EXPORT_PAGE_ROWS) return
    }
  for (;;) {
    const { places, searchedDownTo } = await searchStep(db, filter, {
      search,
      below,
      count: SEARCHED_AT_ONCE,
    })
    for (let at = 0; at < places.length; at += EXPORT_PAGE_ROWS)
      yield* (await listLinesAt(db, filter, places.slice(at, at + EXPORT_PAGE_ROWS))).map(toTransaction)
    if (searchedDownTo === null) return
    below = searchedDownTo
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
  { userId, totals }: { userId: number; totals: Totals },
  { type, status, from, to }: Omit<Filters, 'search'>,
): Promise<LineFilter> {
  const hasLines = status === undefined || status === 'completed'
  const range = hasLines
    ? await findRange(db, { userId, last: totals?.seq ?? 0, from, to })
    : { first: 1, last: 0 }
  const isEveryOrder = type === 'order' && hasLines && from === undefined && to === undefined
  const open = status === undefined ? openStatuses : openAs[status]
  return { userId, ...range, open, type, from, to, orders: isEveryOrder ? totals?.orders : undefined }
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
