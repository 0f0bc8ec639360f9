import type { Kysely } from 'kysely'

import type { notificationTypes } from '#contract/notifications.ts'
import type { DB } from '#server/database/tables.ts'

export type NewNotification = { userId: number; type: (typeof notificationTypes)[number]; message: string }

/** Writes it and answers its id. Whoever calls tells the news after the commit. */
export async function addNotification(
  db: Kysely<DB>,
  { userId, type, message }: NewNotification,
): Promise<bigint> {
  const { id } = await db
    .insertInto('notifications')
    .values({ user_id: userId, type, message })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
