import type { AnswerOf, QueryOf } from '#contract/base/endpoint.ts'
import type { listOrders as endpoint, OrderCounts } from '#contract/orders/orders.ts'
import type { OrderStatus } from '#contract/orders/order-statuses.ts'
import { toPagination } from '#contract/base/paging.ts'
import type { Context } from '#server/context.ts'
import { fromCursor, toPage } from '#server/lib/postgres/id-cursor.ts'

import { counterOf } from '#server/modules/ledger/account.ts'
import {
  hasSearch,
  listFoundPage,
  listNumberedPage,
  listOrderRows,
  listPageByStatus,
  type OrderFilter,
  SEARCHED_MAX,
} from './list-queries.ts'
import { findCounts, type OrderRow } from './reading-queries.ts'
import { toOrder } from './to-order.ts'

type Answer = AnswerOf<typeof endpoint>

/** A customer's orders, newest first: below a cursor, or a numbered page if `page` is given. */
export async function listOrders(
  ctx: Context,
  userId: number,
  { status, search, limit, cursor, page }: QueryOf<typeof endpoint>,
): Promise<Answer> {
  const counts = await findCounts(ctx.db, userId)
  const filter = { userId, status, search }
  const total = countOf(counts, status)
  const isCut = hasSearch(filter) && total > SEARCHED_MAX
  const shared = { success: true as const, counts, ...(isCut && { searched: SEARCHED_MAX }) }
  if (page === undefined) {
    const found = await listOrderRows(ctx.db, { ...filter, before: fromCursor(cursor), count: limit + 1 })
    const { rows, nextCursor } = toPage(found, limit)
    return { ...shared, orders: rows.map(toOrder), next_cursor: nextCursor }
  }
  const numbered = await listPage(ctx, { ...filter, page, count: limit, total })
  const last = page * limit < numbered.total ? numbered.rows.at(-1) : undefined
  return {
    ...shared,
    orders: numbered.rows.map(toOrder),
    next_cursor: last === undefined ? null : String(last.id),
    pagination: toPagination(numbered.total, limit),
  }
}

async function listPage(
  { db }: Context,
  { total, ...asked }: OrderFilter & { page: number; count: number; total: number },
): Promise<{ rows: OrderRow[]; total: number }> {
  if (hasSearch(asked)) return listFoundPage(db, asked)
  // Beyond the last page: answered without reading.
  if ((asked.page - 1) * asked.count >= total) return { rows: [], total }
  const list = asked.status === undefined ? listNumberedPage : listPageByStatus
  const rows = await list(db, { ...asked, all: total })
  return { rows, total }
}

function countOf(counts: OrderCounts, statuses: readonly OrderStatus[] | undefined): number {
  if (statuses === undefined) return counts.all
  return statuses.reduce((sum, status) => sum + counts[counterOf[status]], 0)
}
