import { sql } from 'kysely'

import { encodeCarried } from '#contract/base/codes.ts'
import type { Permission } from '#contract/base/permissions.ts'
import { toStoredDetails } from '#contract/base/stored-details.ts'
import { type NewNotification, notificationCodes } from '#contract/messaging/notification-codes.ts'
import type { Publish, Tx } from '#server/lib/postgres/transact.ts'

/**
 * Adds a notification for each active staff member with the permission `needs`, in the tx of its subject. Owners have
 * every permission, and only they have 'owner'.
 */
export async function notifyStaff(
  tx: Tx,
  publish: Publish,
  { needs, ...coded }: { needs: Permission | 'owner' } & NewNotification,
): Promise<void> {
  const details = toStoredDetails(encodeCarried(notificationCodes, coded))
  const { rows } = await sql<{ userId: number; id: bigint }>`
    insert into notifications (user_id, code, details)
    select id, ${coded.code}, ${details}::jsonb from users
    where role = 'admin' and status = 'active' and deleted_at is null and (permissions is null or ${needs} = any (permissions))
    order by id
    returning user_id as "userId", id`.execute(tx)
  for (const { userId, id } of rows) publish({ topic: 'notification', userId, id: Number(id) })
}
