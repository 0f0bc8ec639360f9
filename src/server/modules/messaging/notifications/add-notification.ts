import { type Kysely, sql } from 'kysely'

import { encodeCarried } from '#contract/base/codes.ts'
import { toStoredDetails } from '#contract/base/stored-details.ts'
import { type NewNotification as Coded, notificationCodes } from '#contract/messaging/notification-codes.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

export type NewNotification = { userId: number } & Coded

/** Answers its id. The caller publishes it. `massOrderId`: the mass order that the order belongs to. */
export async function addNotification(
  db: Kysely<DB>,
  { userId, massOrderId = null, ...coded }: NewNotification & { massOrderId?: number | null },
): Promise<bigint> {
  // Ids of its subjects have their own columns.
  const { order_id, deposit_id, ticket_id, ...details } = encodeCarried(notificationCodes, coded)
  const { id } = await db
    .insertInto('notifications')
    .values({
      user_id: userId,
      code: coded.code,
      details: toStoredDetails(details),
      order_id: order_id === undefined ? null : BigInt(order_id),
      deposit_id: deposit_id === undefined ? null : BigInt(deposit_id),
      ticket_id: ticket_id === undefined ? null : BigInt(ticket_id),
      mass_order_id: massOrderId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Adds one for each user, with codes that have no order, deposit or ticket. Answers their ids; the caller publishes them. */
export async function addNotifications(
  tx: Tx,
  added: readonly NewNotification[],
): Promise<{ userId: number; id: number }[]> {
  const details = added.map((one) => toStoredDetails(encodeCarried(notificationCodes, one)))
  const { rows } = await sql<{ userId: number; id: bigint }>`
    insert into notifications (user_id, code, details)
    select * from unnest(${added.map(({ userId }) => userId)}::int[], ${added.map(({ code }) => code)}::text[],
      ${details}::jsonb[])
    returning user_id as "userId", id`.execute(tx)
  return rows.map(({ userId, id }) => ({ userId, id: Number(id) }))
}

/** Adds one for each user who does not have it yet. Answers the new ids; the caller publishes them. */
export async function addAnnouncementNotifications(
  tx: Tx,
  { announcementId, userIds }: { announcementId: number; userIds: readonly number[] },
): Promise<{ userId: number; id: number }[]> {
  const { rows } = await sql<{ userId: number; id: bigint }>`
    insert into notifications (user_id, code, announcement_id)
    select user_id, 'announcement', ${announcementId} from unnest(${userIds}::int[]) as reader (user_id)
    on conflict (user_id, announcement_id) where announcement_id is not null do nothing
    returning user_id as "userId", id`.execute(tx)
  return rows.map(({ userId, id }) => ({ userId, id: Number(id) }))
}
