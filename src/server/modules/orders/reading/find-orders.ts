import type { Kysely } from 'kysely'

import type { Order } from '#contract/orders/orders.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

import { listNamedOrderRows } from './reading-queries.ts'
import { toOrder } from './to-order.ts'

/** The named orders as their customer may see them, oldest first; those of another user are left out. */
export async function findOrders(
  db: Kysely<DB>,
  { userId, ids }: { userId: number; ids: readonly number[] },
): Promise<Order[]> {
  return (await listNamedOrderRows(db, { userId, ids: ids.map(BigInt) })).map(toOrder)
}
