import { sql } from 'kysely'

import { encodeCarried } from '#contract/base/codes.ts'
import { toStoredDetails } from '#contract/base/stored-details.ts'
import { notificationCodes } from '#contract/messaging/notification-codes.ts'
import type { CopyTables } from '#server/lib/postgres/copy-tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

import type { NewNotification } from './add-notification.ts'

export type PastNotification = {
  notice: NewNotification
  massOrderId: number | null
  isRead: boolean
  at: Date
}

/** The same for bench:seed, which writes millions of rows. */
export function copyPastNotification(
  rows: CopyTables,
  { notice: { userId, ...coded }, massOrderId, isRead, at }: PastNotification,
): void {
  const { order_id, deposit_id, ticket_id, ...details } = encodeCarried(notificationCodes, coded)
  rows.copyInto('notifications', {
    user_id: userId,
    is_read: isRead,
    created_at: at,
    code: coded.code,
    details: toStoredDetails(details),
    order_id: toId(order_id),
    deposit_id: toId(deposit_id),
    ticket_id: toId(ticket_id),
    announcement_id: null,
    mass_order_id: massOrderId,
  })
}

export function copyAnnouncementNotification(
  rows: CopyTables,
  {
    userId,
    announcementId,
    isRead,
    at,
  }: { userId: number; announcementId: number; isRead: boolean; at: Date },
): void {
  rows.copyInto('notifications', {
    user_id: userId,
    is_read: isRead,
    created_at: at,
    code: 'announcement',
    details: '{}',
    order_id: null,
    deposit_id: null,
    ticket_id: null,
    announcement_id: announcementId,
    mass_order_id: null,
  })
}

const toId = (id: string | number | undefined) => (id === undefined ? null : BigInt(id))

/** Writes the demo's past notifications, oldest first. No event is published. */
export async function writePastNotifications(tx: Tx, all: readonly PastNotification[]): Promise<void> {
  const rows = all.map(({ notice: { userId, ...coded }, massOrderId, isRead, at }) => {
    // Ids of its subjects have their own columns.
    const { order_id, deposit_id, ticket_id: _, ...details } = encodeCarried(notificationCodes, coded)
    return {
      userId,
      code: coded.code,
      order_id,
      deposit_id,
      details: toStoredDetails(details),
      massOrderId,
      isRead,
      at,
    }
  })
  await sql`
    insert into notifications (user_id, code, order_id, deposit_id, details, mass_order_id, is_read, created_at)
    select * from unnest(${rows.map(({ userId }) => userId)}::int[], ${rows.map(({ code }) => code)}::text[],
      ${rows.map(({ order_id: id }) => id ?? null)}::bigint[], ${rows.map(({ deposit_id: id }) => id ?? null)}::bigint[],
      ${rows.map(({ details }) => details)}::jsonb[], ${rows.map(({ massOrderId }) => massOrderId)}::int[],
      ${rows.map(({ isRead }) => isRead)}::boolean[], ${rows.map(({ at }) => at)}::timestamptz[])`.execute(tx)
}

/** Gives all notifications of these users new ids, ordered by time, since lists are ordered by id. */
export async function sortPastNotifications(tx: Tx, userIds: readonly number[]): Promise<void> {
  await sql`
    update notifications set id = sorted.next
    from (
      select user_id, id, nextval('notification_ids') as next
      from (select user_id, id from notifications where user_id = any (${userIds}::int[]) order by created_at, id) own
    ) sorted
    where notifications.user_id = sorted.user_id and notifications.id = sorted.id`.execute(tx)
}
