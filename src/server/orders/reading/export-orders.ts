import type { QueryOf } from '#contract/endpoint.ts'
import type { exportOrders as endpoint, Order } from '#contract/orders.ts'
import type { Context } from '#server/context.ts'

import { listOrderRows } from './list-queries.ts'
import { toOrder } from './to-order.ts'

const PAGE_ROWS = 500

/** A customer's orders by the filters of the list, newest first, a page of them in memory at a time. */
export async function* exportOrders(
  { db }: Context,
  userId: number,
  { status, search }: QueryOf<typeof endpoint>,
): AsyncGenerator<Order> {
  let before: bigint | undefined
  for (;;) {
    const rows = await listOrderRows(db, { userId, status, search, before, count: PAGE_ROWS })
    yield* rows.map(toOrder)
    before = rows.at(-1)?.id
    if (rows.length < PAGE_ROWS) return
  }
}
