import { type Kysely, sql } from 'kysely'

import type { NotificationPreferences } from '#contract/messaging/notifications.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

/** Advertising is opt-in: announcement-readers.ts reads only users who have a row. */
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

/** Leaves values that `change` does not name unchanged, even with concurrent changes. */
export async function changePreferences(
  db: Kysely<DB>,
  userId: number,
  change: { readonly [Name in keyof NotificationPreferences]?: boolean | undefined },
): Promise<NotificationPreferences> {
  await sql`
    insert into notification_preferences as stored (user_id, order_updates, promotions, newsletter, service_changes)
    values (${userId}, ${change.orderUpdates ?? null}::boolean, ${change.promotions ?? null}::boolean,
      ${change.newsletter ?? null}::boolean, ${change.serviceChanges ?? null}::boolean)
    on conflict (user_id) do update set
      order_updates = coalesce(excluded.order_updates, stored.order_updates),
      promotions = coalesce(excluded.promotions, stored.promotions),
      newsletter = coalesce(excluded.newsletter, stored.newsletter),
      service_changes = coalesce(excluded.service_changes, stored.service_changes),
      changed_at = excluded.changed_at`.execute(db)
  return readPreferences(db, userId)
}

export async function deletePreferences(db: Kysely<DB>, userId: number): Promise<void> {
  await db.deleteFrom('notification_preferences').where('user_id', '=', userId).execute()
}
