import { type Kysely, sql } from 'kysely'

import type { NotificationPreferences } from '#contract/messaging/notifications.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

/** Nobody gets advertisements who did not ask for them: readers-queries.ts looks for readers among who did. */
export const defaults: NotificationPreferences = {
  orderUpdates: true,
  promotions: false,
  newsletter: false,
  serviceChanges: true,
}

export async function readPreferences(db: Kysely<DB>, userId: number): Promise<NotificationPreferences> {
  const row = await db
    .selectFrom('notification_preferences')
    .select(['order_updates', 'promotions', 'newsletter', 'service_changes'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return {
    orderUpdates: row?.order_updates ?? defaults.orderUpdates,
    promotions: row?.promotions ?? defaults.promotions,
    newsletter: row?.newsletter ?? defaults.newsletter,
    serviceChanges: row?.service_changes ?? defaults.serviceChanges,
  }
}

export type OrderNews = { userId: number; counts: Record<string, number> }

/** Who was told of orders between two moments and wants that by letter too: how many of each code. */
export async function listOrderNews(
  db: Kysely<DB>,
  { from, to }: { from: Date; to: Date },
): Promise<OrderNews[]> {
  const { rows } = await sql<OrderNews>`
    select user_id as "userId", jsonb_object_agg(code, count) as counts
    from (
      select user_id, code, count(*)::int as count from notifications
      where created_at >= ${from} and created_at < ${to} and order_id is not null
      group by user_id, code
    ) told
    where not exists (
      select from notification_preferences unwanted
      where unwanted.user_id = told.user_id and not coalesce(order_updates, ${defaults.orderUpdates}))
    group by user_id`.execute(db)
  return rows
}

/** What is not given stays, also where two change at once. */
export async function changePreferences(
  db: Kysely<DB>,
  userId: number,
  change: { readonly [Name in keyof NotificationPreferences]?: boolean | undefined },
): Promise<NotificationPreferences> {
  await sql`
    insert into notification_preferences as kept (user_id, order_updates, promotions, newsletter, service_changes)
    values (${userId}, ${change.orderUpdates ?? null}::boolean, ${change.promotions ?? null}::boolean,
      ${change.newsletter ?? null}::boolean, ${change.serviceChanges ?? null}::boolean)
    on conflict (user_id) do update set
      order_updates = coalesce(excluded.order_updates, kept.order_updates),
      promotions = coalesce(excluded.promotions, kept.promotions),
      newsletter = coalesce(excluded.newsletter, kept.newsletter),
      service_changes = coalesce(excluded.service_changes, kept.service_changes),
      changed_at = now()`.execute(db)
  return readPreferences(db, userId)
}

export async function deletePreferences(db: Kysely<DB>, userId: number): Promise<void> {
  await db.deleteFrom('notification_preferences').where('user_id', '=', userId).execute()
}
