import { type Kysely, sql } from 'kysely'

import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

import { defaults, readPreferences } from './preferences.ts'

/** Whether the user wants emails about orders and payments. */
export async function wantsOrderEmails(tx: Tx, userId: number): Promise<boolean> {
  return (await readPreferences(tx, userId)).orderUpdates
}

export type OrderNotificationCounts = { userId: number; counts: Record<string, number> }

/** Per user who wants emails about orders: the number of order notifications per code in that time. */
export async function countOrderNotifications(
  db: Kysely<DB>,
  { from, to }: { from: Date; to: Date },
): Promise<OrderNotificationCounts[]> {
  const { rows } = await sql<OrderNotificationCounts>`
    select user_id as "userId", jsonb_object_agg(code, count) as counts
    from (
      select user_id, code, count(*)::int as count from notifications
      where created_at >= ${from} and created_at < ${to} and order_id is not null
      group by user_id, code
    ) notified
    where not exists (
      select from notification_preferences unwanted
      where unwanted.user_id = notified.user_id and not coalesce(order_updates, ${defaults.orderUpdates}))
    group by user_id`.execute(db)
  return rows
}
