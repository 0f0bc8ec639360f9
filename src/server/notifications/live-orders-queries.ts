import { type Kysely, sql } from 'kysely'

import { money } from '#contract/money.ts'
import { canCancel, canRefill } from '#contract/order-rules.ts'
import type { Order } from '#contract/orders.ts'
import type { DB } from '#server/database/tables.ts'

/**
 * A customer's orders as a live event carries them; those of another user are left out. Read here and not asked
 * of the orders, because these write notifications and so stand above them.
 */
export async function findLiveOrders(
  db: Kysely<DB>,
  { userId, ids }: { userId: number; ids: number[] },
): Promise<Order[]> {
  const rows = await db
    .selectFrom('orders')
    .select([
      'id',
      'service_id',
      'service_name',
      'link',
      'quantity',
      'price',
      'refunded',
      'status',
      'start_count',
    ])
    .select(['remains', 'refill', 'cancel', 'dispatch', 'cancel_asked_at', 'created_at', 'updated_at'])
    .select(
      // One refill at a time, the one whose outcome is unknown included.
      sql<boolean>`exists (select from refills where refills.user_id = orders.user_id
        and refills.order_id = orders.id and refills.state in ('asking', 'pending', 'unknown'))`.as(
        'is_refilling',
      ),
    )
    .where('user_id', '=', userId)
    .where('id', 'in', ids.map(BigInt))
    .orderBy('id')
    .execute()
  return rows.map(
    ({ cancel, dispatch, cancel_asked_at: cancelAskedAt, is_refilling: isRefilling, ...row }) => {
      const standing = { ...row, cancel, dispatch, cancelAsked: cancelAskedAt !== null }
      return {
        ...row,
        id: Number(row.id),
        price: money(row.price),
        refunded: money(row.refunded),
        start_count: row.start_count === null ? null : Number(row.start_count),
        remains: row.remains === null ? null : Number(row.remains),
        can_refill: canRefill(standing) && !isRefilling,
        can_cancel: canCancel(standing),
      }
    },
  )
}
