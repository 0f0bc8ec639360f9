import type { QueryOf } from '#contract/base/endpoint.ts'
import { limits } from '#contract/base/limits.ts'
import type { exportAdminOrders as endpoint } from '#contract/orders/admin-orders.ts'
import type { Context } from '#server/context.ts'
import { toOrder } from '#server/modules/orders/reading/to-order.ts'

import { listAdminOrderKeys, listAdminOrderRows } from './list-admin-orders.ts'
import { toReview } from './get-admin-order.ts'

const PAGE_ROWS = 500

type Row = Awaited<ReturnType<typeof listAdminOrderRows>>[number]
export type ExportedOrder = ReturnType<typeof toOrder> &
  ReturnType<typeof toReview> &
  Pick<Row, 'user_id' | 'user_email' | 'dispatch'>

/**
 * Orders by the filters of the admin list, newest first, one page in memory at a time. A search by a word reads at most as
 * many orders as a file may have rows, however few match.
 */
export async function* exportAdminOrders(
  { db }: Context,
  { user_id: userId, status, dispatch, attention, search }: QueryOf<typeof endpoint>,
): AsyncGenerator<ExportedOrder> {
  const filter = { userId, status, dispatch, needsAttention: attention !== undefined, search }
  let before: bigint | undefined
  for (let searched = 0; searched < limits.exportRowsMax; searched += PAGE_ROWS) {
    const { keys, searchedDownTo } = await listAdminOrderKeys(db, { ...filter, before, count: PAGE_ROWS })
    for (const row of await listAdminOrderRows(db, keys)) {
      const { user_id, user_email, dispatch: sending } = row
      yield { ...toOrder(row), ...toReview(row), user_id, user_email, dispatch: sending }
    }
    before = searchedDownTo ?? keys.at(-1)?.id
    if (searchedDownTo === null && keys.length < PAGE_ROWS) return
  }
}
