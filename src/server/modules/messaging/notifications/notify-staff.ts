import type { NewNotification } from '#contract/messaging/notification-codes.ts'
import type { Permission } from '#contract/base/permissions.ts'
import type { Publish, Tx } from '#server/lib/postgres/transact.ts'

import { addStaffNotifications } from './notifications-queries.ts'

/** Tells every member of staff who may do what is `needs` ('owner' is in nobody's list, and owners have none): each has a notification of their own, in the tx of what it tells. */
export async function notifyStaff(
  tx: Tx,
  publish: Publish,
  told: { needs: Permission | 'owner' } & NewNotification,
): Promise<void> {
  for (const { user_id: userId, id } of await addStaffNotifications(tx, told))
    publish({ topic: 'notification', userId, id: Number(id) })
}
