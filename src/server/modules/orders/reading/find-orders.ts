import type { Kysely } from 'kysely'

import type { Order } from '#contract/orders/orders.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

import { hasOpenRefill, orderColumns } from './reading-queries.ts'
import { toOrder } from './to-order.ts'

/** Orders by id as their customer sees them, oldest first. Those of other users are left out. */
export async function findOrders(
  db: Kysely<DB>,
  { userId, ids }: { userId: number; ids: readonly number[] },
): Promise<Order[]> {
  const rows = await db
    .selectFrom('orders')
    .select(orderColumns)
    .select(hasOpenRefill)
    .where('orders.user_id', '=', userId)
    .where('orders.id', 'in', ids.map(BigInt))
    .orderBy('orders.id')
    .execute()
  return rows.map(toOrder)
}
