import type { Kysely } from 'kysely'

import type { Notification } from '#contract/messaging/notifications.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

import { toNotification } from './to-notification.ts'

type Page = { userId: number; before: bigint | undefined; count: number; massOrderId?: number | undefined }

/** A user's notifications, newest first, with ids below `before` if given; all, or those about a mass order. */
export async function listNotifications(
  db: Kysely<DB>,
  { userId, before, count, massOrderId }: Page,
): Promise<Notification[]> {
  let query = selectNotifications(db, userId)
  if (before !== undefined) query = query.where('notifications.id', '<', before)
  if (massOrderId !== undefined) query = query.where('notifications.mass_order_id', '=', massOrderId)
  return (await query.orderBy('notifications.id', 'desc').limit(count).execute()).map(toNotification)
}

/** The user's notifications among the given ids, oldest first. */
export async function findNotifications(
  db: Kysely<DB>,
  { userId, ids }: { userId: number; ids: readonly number[] },
): Promise<Notification[]> {
  const rows = await selectNotifications(db, userId)
    .where('notifications.id', 'in', ids.map(BigInt))
    .orderBy('notifications.id')
    .execute()
  return rows.map(toNotification)
}

function selectNotifications(db: Kysely<DB>, userId: number) {
  return db
    .selectFrom('notifications')
    .leftJoin('deposits', (join) =>
      join
        .onRef('deposits.user_id', '=', 'notifications.user_id')
        .onRef('deposits.id', '=', 'notifications.deposit_id'),
    )
    .leftJoin('announcements', 'announcements.id', 'notifications.announcement_id')
    .leftJoin('users', (join) =>
      // For an announcement's language.
      join
        .onRef('users.id', '=', 'notifications.user_id')
        .on('notifications.announcement_id', 'is not', null),
    )
    .select([
      'notifications.id',
      'notifications.code',
      'notifications.details',
      'notifications.order_id',
      'notifications.deposit_id',
      'deposits.reference as reference_id',
      'notifications.ticket_id',
      'notifications.mass_order_id',
      'notifications.announcement_id',
      'announcements.texts',
      'users.language',
      'notifications.is_read',
      'notifications.created_at',
    ])
    .where('notifications.user_id', '=', userId)
}
