import type { Kysely } from 'kysely'

import type { Notification } from '#contract/messaging/notifications.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

import { listNamedNotifications } from './notifications-queries.ts'

/** The named notifications, oldest first; those of another user are left out. */
export async function findNotifications(
  db: Kysely<DB>,
  { userId, ids }: { userId: number; ids: readonly number[] },
): Promise<Notification[]> {
  return listNamedNotifications(db, { userId, ids: ids.map(BigInt) })
}
