import { type Kysely, sql } from 'kysely'

import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

/** A charge worth reading: a supply's first one, or more than the order should have cost. */
export type NotedCharge = {
  user_id: number
  order_id: bigint
  /** In the provider's currency, a decimal text without trailing zeros. */
  charge: string
  provider_id: number
  supply_id: number
  service_type: string
  quantity: number
}

/** Only of accepted attempts: one that was reverted says nothing any more. */
const selectNoted = sql`
  select noted.user_id, noted.order_id, trim_scale(noted.charge)::text as charge, taken.provider_id, taken.supply_id,
    orders.service_type, orders.quantity
  from observed_charges noted
  join orders on orders.user_id = noted.user_id and orders.id = noted.order_id
  join order_attempts taken on taken.user_id = noted.user_id and taken.order_id = noted.order_id
    and taken.state = 'accepted'`

/** The oldest first. */
export async function listUnreadCharges(db: Kysely<DB>, limit: number): Promise<NotedCharge[]> {
  const { rows } = await sql<NotedCharge>`
    ${selectNoted} where noted.read_at is null order by noted.seen_at limit ${limit}`.execute(db)
  return rows
}

/** Other charges of the supply above the known cost that no second order has confirmed yet. */
export async function listReadCharges(tx: Tx, { supply_id, order_id }: NotedCharge): Promise<NotedCharge[]> {
  const { rows } = await sql<NotedCharge>`
    ${selectNoted} where noted.supply_id = ${supply_id} and noted.read_at is not null and noted.order_id <> ${order_id}
    order by noted.seen_at desc limit 100`.execute(tx)
  return rows
}

function ofCharge({ user_id, order_id, charge }: NotedCharge) {
  return sql`user_id = ${user_id} and order_id = ${order_id} and charge = ${charge}::numeric`
}

/** Keeps the charge until another order confirms it, unless a new charge was reported meanwhile. */
export async function awaitConfirmation(tx: Tx, charge: NotedCharge): Promise<void> {
  await sql`update observed_charges set read_at = now() where ${ofCharge(charge)}`.execute(tx)
}

/** Unless a new charge was reported meanwhile. */
export async function deleteNotedCharge(tx: Tx, charge: NotedCharge): Promise<void> {
  await sql`delete from observed_charges where ${ofCharge(charge)}`.execute(tx)
}

/** The charge belonged to another order. */
export async function deleteChargeOfOrder(
  tx: Tx,
  { user_id: userId, id }: { user_id: number; id: bigint },
): Promise<void> {
  await sql`delete from observed_charges where user_id = ${userId} and order_id = ${id}`.execute(tx)
}

/** Moves it behind all others. */
export async function postponeNotedCharge(
  db: Kysely<DB>,
  { user_id: userId, order_id: orderId }: NotedCharge,
): Promise<void> {
  await db
    .updateTable('observed_charges')
    .set({ seen_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('order_id', '=', orderId)
    .execute()
}
