import type { QueryOf } from '#contract/base/endpoint.ts'
import type { exportOrders as endpoint, Order } from '#contract/orders/orders.ts'
import type { Context } from '#server/context.ts'

import { listOrderRows, readRows } from './list-orders.ts'
import { searchStep } from './search-orders.ts'
import { toOrder } from './to-order.ts'

/** Orders in memory at a time, and orders that a word search reads at a time. */
const EXPORTED_AT_ONCE = 500
const SEARCHED_AT_ONCE = 5_000

/** A customer's orders by the filters of the list, newest first. A search covers all of them, reading each once. */
export async function* exportOrders(
  { db }: Context,
  userId: number,
  { search = '', ...query }: QueryOf<typeof endpoint>,
): AsyncGenerator<Order> {
  const filter = { ...query, userId }
  let before: bigint | undefined
  if (search === '')
    for (;;) {
      const rows = await listOrderRows(db, filter, { before, count: EXPORTED_AT_ONCE })
      yield* rows.map(toOrder)
      before = rows.at(-1)?.id
      if (rows.length < EXPORTED_AT_ONCE) return
    }
  for (;;) {
    const { ids, searchedDownTo } = await searchStep(db, {
      ...filter,
      search,
      before,
      count: SEARCHED_AT_ONCE,
    })
    for (let at = 0; at < ids.length; at += EXPORTED_AT_ONCE)
      yield* (await readRows(db, userId, ids.slice(at, at + EXPORTED_AT_ONCE))).map(toOrder)
    if (searchedDownTo === null) return
    before = searchedDownTo
  }
}
