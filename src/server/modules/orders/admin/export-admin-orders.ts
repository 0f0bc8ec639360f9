import type { QueryOf } from '#contract/base/endpoint.ts'
import { limits } from '#contract/base/limits.ts'
import type { Staff } from '#contract/base/permissions.ts'
import type { exportAdminOrders as endpoint } from '#contract/orders/admin-orders.ts'
import type { Context } from '#server/context.ts'

import { type ListedOrder, listAdminOrderRows } from './admin-order-rows.ts'
import { findOfKey, listAdminOrderKeys } from './list-admin-orders.ts'

const EXPORTED_AT_ONCE = 500

/**
 * Orders by the filters of the admin list, newest first, one page in memory at a time. A search by a word reads at most as
 * many orders as a file may have rows, however few match.
 */
export async function* exportAdminOrders(
  { db }: Context,
  { staff, query }: { staff: Staff; query: QueryOf<typeof endpoint> },
): AsyncGenerator<ListedOrder> {
  const { user_id: userId, status, dispatch, attention, key, search } = query
  const ofKey = await findOfKey(db, { userId, key })
  if (ofKey === undefined) return
  const places = { serviceId: query.service_id, providerId: query.provider_id }
  const filter = { ...ofKey, ...places, status, dispatch, needsAttention: attention !== undefined, search }
  let before: bigint | undefined
  for (let searched = 0; searched < limits.exportRowsMax; searched += EXPORTED_AT_ONCE) {
    const { keys, searchedDownTo } = await listAdminOrderKeys(db, {
      ...filter,
      before,
      count: EXPORTED_AT_ONCE,
    })
    yield* await listAdminOrderRows(db, { keys, staff })
    before = searchedDownTo ?? keys.at(-1)?.id
    if (searchedDownTo === null && keys.length < EXPORTED_AT_ONCE) return
  }
}
