import type { QueryOf } from '#contract/base/endpoint.ts'
import type { exportOrders as endpoint, Order } from '#contract/orders/orders.ts'
import type { Context } from '#server/context.ts'

import { findSearchEnd, hasSearch, listOrderRows, type OrderFilter } from './list-queries.ts'
import { toOrder } from './to-order.ts'

const PAGE_ROWS = 500

/**
 * A customer's orders by the filters of the list, newest first, one page in memory at a time. A search covers all of them,
 * in ranges of the size that the list searches.
 */
export async function* exportOrders(
  { db }: Context,
  userId: number,
  { status, search }: QueryOf<typeof endpoint>,
): AsyncGenerator<Order> {
  const filter = { userId, status, search }
  if (!hasSearch(filter)) return yield* readPages(db, filter, undefined)
  let below: bigint | undefined
  for (;;) {
    const from = await findSearchEnd(db, { ...filter, below })
    if (from === undefined) return
    yield* readPages(db, { ...filter, below }, from)
    below = from
  }
}

async function* readPages(
  db: Context['db'],
  filter: OrderFilter,
  from: bigint | undefined,
): AsyncGenerator<Order> {
  let before = filter.below
  for (;;) {
    const rows = await listOrderRows(db, { ...filter, before, ...(from && { from }), count: PAGE_ROWS })
    yield* rows.map(toOrder)
    before = rows.at(-1)?.id
    if (rows.length < PAGE_ROWS) return
  }
}
