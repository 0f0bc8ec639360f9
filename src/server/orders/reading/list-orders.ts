import type { AnswerOf, QueryOf } from '#contract/endpoint.ts'
import type { listOrders as endpoint, OrderCounts } from '#contract/orders.ts'
import type { OrderStatus } from '#contract/order-statuses.ts'
import { toPagination } from '#contract/paging.ts'
import type { Context } from '#server/context.ts'
import { fromCursor, toPage } from '#server/database/id-cursor.ts'

import { counterOf } from '#server/wallet/order-counters.ts'
import { countOrders, findCounts, listOrderPage, listOrderRows } from './reading-queries.ts'
import { toOrder } from './to-order.ts'

/** A customer's orders, newest first: below a cursor, or the numbered page where one is asked for. */
export async function listOrders(
  ctx: Context,
  userId: number,
  { status, search, limit, cursor, page }: QueryOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  const { counts, all } = await findCounts(ctx.db, userId)
  const filter = { userId, status, search }
  if (page === undefined) {
    const found = await listOrderRows(ctx.db, { ...filter, before: fromCursor(cursor), count: limit + 1 })
    const { rows, nextCursor } = toPage(found, limit)
    return { success: true, orders: rows.map(toOrder), next_cursor: nextCursor, counts }
  }
  const total =
    search === undefined || search === '' ? countOf(counts, status) : await countOrders(ctx.db, filter)
  const rows = await listOrderPage(ctx.db, { ...filter, page, count: limit, all })
  return {
    success: true,
    orders: rows.map(toOrder),
    next_cursor: null,
    counts,
    pagination: toPagination(total, limit),
  }
}

function countOf(counts: OrderCounts, statuses: readonly OrderStatus[] | undefined): number {
  if (statuses === undefined) return counts.all
  return statuses.reduce((sum, status) => sum + counts[counterOf[status]], 0)
}
