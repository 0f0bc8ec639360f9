import { type Kysely, sql } from 'kysely'

import type { DB } from '#server/database/tables.ts'
import type { Tx } from '#server/database/transact.ts'

/** An order for which more was charged than it should have cost. */
export type DearerCharge = {
  user_id: number
  order_id: bigint
  /** In the provider's currency, a decimal text without idle zeros. */
  charge: string
  provider_id: number
  supply_id: number
  provider_service: string
  service_type: string
  quantity: number
}

/** The oldest first. Those whose sending was taken back meanwhile are left out, and go in time. */
export async function listDearerCharges(db: Kysely<DB>, limit: number): Promise<DearerCharge[]> {
  const { rows } = await sql<DearerCharge>`
    select dearer.user_id, dearer.order_id, trim_scale(dearer.charge)::text as charge, taken.provider_id, taken.supply_id,
      taken.provider_service, orders.service_type, orders.quantity
    from dearer_charges dearer
    join orders on orders.user_id = dearer.user_id and orders.id = dearer.order_id
    join order_attempts taken on taken.user_id = dearer.user_id and taken.order_id = dearer.order_id
      and taken.state = 'accepted'
    order by dearer.seen_at limit ${limit}`.execute(db)
  return rows
}

/** Unless another charge was told of it meanwhile. */
export async function deleteDearerCharge(
  tx: Tx,
  { user_id: userId, order_id: orderId, charge }: DearerCharge,
): Promise<void> {
  await tx
    .deleteFrom('dearer_charges')
    .where('user_id', '=', userId)
    .where('order_id', '=', orderId)
    .where('charge', '=', charge)
    .execute()
}

/** Behind all others. */
export async function putOffDearerCharge(
  db: Kysely<DB>,
  { user_id: userId, order_id: orderId }: DearerCharge,
): Promise<void> {
  await db
    .updateTable('dearer_charges')
    .set({ seen_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('order_id', '=', orderId)
    .execute()
}

/** Of which nothing can be read any more: the sending was taken back, or is a person's matter. */
export async function deleteStaleCharges(db: Kysely<DB>, before: Date): Promise<void> {
  await db.deleteFrom('dearer_charges').where('seen_at', '<', before).execute()
}
