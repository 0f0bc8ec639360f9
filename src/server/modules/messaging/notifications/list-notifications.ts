import { type Kysely, sql } from 'kysely'

import type { Notification } from '#contract/messaging/notifications.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

import { toNotification } from './to-notification.ts'

type Page = { userId: number; before: bigint | undefined; count: number; massOrderId?: number | undefined }

/** A user's notifications, newest first, with ids below `before` if given; all, or those about a mass order. */
export async function listNotifications(
  db: Kysely<DB>,
  { userId, before, count, massOrderId }: Page,
): Promise<Notification[]> {
  let query = selectNotifications(db).where('notifications.user_id', '=', userId)
  if (before !== undefined) query = query.where('notifications.id', '<', before)
  if (massOrderId !== undefined) query = query.where('notifications.mass_order_id', '=', massOrderId)
  return (await query.orderBy('notifications.id', 'desc').limit(count).execute()).map(toNotification)
}

export type NotificationIds = { userId: number; ids: readonly number[] }

/** The user's notifications among the given ids, oldest first. */
export async function findNotifications(db: Kysely<DB>, asked: NotificationIds): Promise<Notification[]> {
  const [found = []] = await listNotificationsOf(db, [asked])
  return found
}

/** The same for several users in one statement, in their order. Each gets only their own. */
export async function listNotificationsOf(
  db: Kysely<DB>,
  asked: readonly NotificationIds[],
): Promise<Notification[][]> {
  const [first, ...others] = asked
  if (first === undefined) return []
  const selected = selectNotifications(db).select('notifications.user_id')
  // For one user an index reads adjacent ids together, and a cluster finds the shard.
  const query =
    others.length === 0
      ? selected
          .where('notifications.user_id', '=', first.userId)
          .where('notifications.id', 'in', first.ids.map(BigInt))
      : selected.where(isAmong(asked))
  const rows = await query.orderBy('notifications.id').execute()
  const byUser = Map.groupBy(rows, (row) => row.user_id)
  return asked.map(({ userId, ids }) => {
    const own = new Set(ids)
    return (byUser.get(userId) ?? []).filter(({ id }) => own.has(Number(id))).map(toNotification)
  })
}

function isAmong(asked: readonly NotificationIds[]) {
  const users = asked.flatMap(({ userId, ids }) => ids.map(() => userId))
  const ids = asked.flatMap((one) => one.ids)
  return sql<boolean>`(notifications.user_id, notifications.id) in (
    select * from unnest(${users}::int[], ${ids}::bigint[]))`
}

function selectNotifications(db: Kysely<DB>) {
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
}
