import type { QueryOf } from '#contract/base/endpoint.ts'
import { limits } from '#contract/base/limits.ts'
import type { exportAdminOrders as endpoint } from '#contract/orders/admin-orders.ts'
import type { Context } from '#server/context.ts'
import { toOrder } from '#server/modules/orders/reading/to-order.ts'

import { listDeskKeys, listDeskRows } from './list-queries.ts'
import { toReview } from './present-order.ts'

const PAGE_ROWS = 500

type Row = Awaited<ReturnType<typeof listDeskRows>>[number]
export type ExportedOrder = ReturnType<typeof toOrder> &
  ReturnType<typeof toReview> &
  Pick<Row, 'user_id' | 'user_email' | 'dispatch'>

/**
 * The desk's orders by the filters of its list, newest first, a page of them in memory at a time. A search by a word looks
 * through as many orders at most as a file may have rows, however few of them have it.
 */
export async function* exportDeskOrders(
  { db }: Context,
  { user_id: userId, status, dispatch, attention, search }: QueryOf<typeof endpoint>,
): AsyncGenerator<ExportedOrder> {
  const filter = { userId, status, dispatch, needsAttention: attention !== undefined, search }
  let before: bigint | undefined
  for (let looked = 0; looked < limits.exportRowsMax; looked += PAGE_ROWS) {
    const { keys, lookedDownTo } = await listDeskKeys(db, { ...filter, before, count: PAGE_ROWS })
    for (const row of await listDeskRows(db, keys)) {
      const { user_id, user_email, dispatch: sending } = row
      yield { ...toOrder(row), ...toReview(row), user_id, user_email, dispatch: sending }
    }
    before = lookedDownTo ?? keys.at(-1)?.id
    if (lookedDownTo === null && keys.length < PAGE_ROWS) return
  }
}
