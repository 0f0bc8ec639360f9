import { type Kysely, sql } from 'kysely'

import { encodeCarried } from '#contract/base/codes.ts'
import { type NewNotification as Told, notificationCodes } from '#contract/messaging/notification-codes.ts'
import type { Permission } from '#contract/base/permissions.ts'
import { type Notification, UNREAD_COUNTED_MAX } from '#contract/messaging/notifications.ts'
import { toKeptDetails } from '#contract/base/stored-details.ts'
import { ofCustomer } from '#server/lib/postgres/of-customer.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

import { toNotification } from './to-notification.ts'

// Longer than most: all that is asked of one table stands together, its counts and its batches beside the lists they belong to.

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
      // For whose language: of nobody else's business.
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
      'notifications.announcement_id',
      'announcements.texts',
      'users.language',
      'notifications.is_read',
      'notifications.created_at',
    ])
    .where('notifications.user_id', '=', userId)
}

/** Newest first, below `before` where it is given. */
export async function listNotificationRows(
  db: Kysely<DB>,
  { userId, before, count }: { userId: number; before: bigint | undefined; count: number },
): Promise<Notification[]> {
  let query = selectNotifications(db, userId)
  if (before !== undefined) query = query.where('notifications.id', '<', before)
  return (await query.orderBy('notifications.id', 'desc').limit(count).execute()).map(toNotification)
}

/** Oldest first; those of another user are left out. */
export async function listNamedNotifications(
  db: Kysely<DB>,
  { userId, ids }: { userId: number; ids: readonly bigint[] },
): Promise<Notification[]> {
  const rows = await selectNotifications(db, userId)
    .where('notifications.id', 'in', ids)
    .orderBy('notifications.id')
    .execute()
  return rows.map(toNotification)
}

/** Up to the most that are counted: an unread one stays for ever, and who ordered a million times may have a million. */
export async function countUnread(db: Kysely<DB>, userId: number): Promise<number> {
  const { unread } = await db
    .selectFrom(someUnread(db, { userId, count: UNREAD_COUNTED_MAX }).select('user_id').as('counted'))
    .select(sql<number>`count(*)::int`.as('unread'))
    .executeTakeFirstOrThrow()
  return unread
}

/**
 * Any of them, and not the newest: the index has them by customer alone. In its order: else all entries of it are read
 * before the first row is, and the limit is none.
 */
function someUnread(db: Kysely<DB>, { userId, count }: { userId: number; count: number }) {
  return db
    .selectFrom('notifications')
    .where(ofCustomer(userId))
    .where('is_read', '=', false)
    .orderBy('user_id')
    .limit(count)
}

/** False where there is no such notification of this user. */
export async function markRead(
  db: Kysely<DB>,
  { userId, id }: { userId: number; id: bigint },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('notifications')
    .set({ is_read: true })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The id of the newest; 0 where there is none. */
export async function findNewestId(db: Kysely<DB>, userId: number): Promise<bigint> {
  const row = await db
    .selectFrom('notifications')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? 0n
}

/** Some of those up to an id, at most `count`; answers how many. */
export async function markSomeRead(
  db: Kysely<DB>,
  { userId, upTo, count }: { userId: number; upTo: bigint; count: number },
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('notifications')
    .set({ is_read: true })
    .where('user_id', '=', userId)
    .where('id', 'in', someUnread(db, { userId, count }).select('id').where('id', '<=', upTo))
    .where('is_read', '=', false)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

export type NewNotification = { userId: number } & Told

/** Writes it and answers its id. Whoever calls tells the news after the commit. */
export async function addNotification(db: Kysely<DB>, { userId, ...told }: NewNotification): Promise<bigint> {
  // The ids of what it is about have columns of their own.
  const { order_id, deposit_id, ticket_id, ...details } = encodeCarried(notificationCodes, told)
  const { id } = await db
    .insertInto('notifications')
    .values({
      user_id: userId,
      code: told.code,
      details: toKeptDetails(details),
      order_id: order_id === undefined ? null : BigInt(order_id),
      deposit_id: deposit_id === undefined ? null : BigInt(deposit_id),
      ticket_id: ticket_id === undefined ? null : BigInt(ticket_id),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** One to each, of what has no id of its own; answers whose they are. Whoever calls tells the news after the commit. */
export async function addNotifications(
  tx: Tx,
  told: readonly NewNotification[],
): Promise<{ userId: number; id: number }[]> {
  const details = told.map((one) => toKeptDetails(encodeCarried(notificationCodes, one)))
  const { rows } = await sql<{ userId: number; id: bigint }>`
    insert into notifications (user_id, code, details)
    select * from unnest(${told.map(({ userId }) => userId)}::int[], ${told.map(({ code }) => code)}::text[],
      ${details}::jsonb[])
    returning user_id as "userId", id`.execute(tx)
  return rows.map(({ userId, id }) => ({ userId, id: Number(id) }))
}

/** One to each who has none of it yet: answers those that were written. Whoever calls tells the news after the commit. */
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

/** One for each active member of staff who may do what is needed; answers whose they are. */
export async function addStaffNotifications(
  db: Kysely<DB>,
  { needs, ...told }: { needs: Permission | 'owner' } & Told,
): Promise<{ user_id: number; id: bigint }[]> {
  const details = toKeptDetails(encodeCarried(notificationCodes, told))
  const { rows } = await sql<{ user_id: number; id: bigint }>`
    insert into notifications (user_id, code, details)
    select id, ${told.code}, ${details}::jsonb from users
    where role = 'admin' and status = 'active' and deleted_at is null and (permissions is null or ${needs} = any (permissions))
    order by id
    returning user_id, id`.execute(db)
  return rows
}

/** Whoever reads a ticket has read what was told of it. */
export async function markTicketRead(
  db: Kysely<DB>,
  { userId, ticketId }: { userId: number; ticketId: bigint },
): Promise<void> {
  await db
    .updateTable('notifications')
    .set({ is_read: true })
    .where('user_id', '=', userId)
    .where('ticket_id', '=', ticketId)
    .where('is_read', '=', false)
    .execute()
}

/** Deletes the oldest that were read and made before then, at most `count`; answers how many. */
export async function deleteOldRead(
  db: Kysely<DB>,
  { before, count }: { before: Date; count: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from notifications where (user_id, id) in (
      select user_id, id from notifications where is_read and created_at < ${before}
      order by created_at limit ${count})`.execute(db)
  return Number(numAffectedRows)
}

/** The oldest of one user's above an id, at most `count`; answers the last of them, undefined where there was none. */
export async function deleteSomeNotifications(
  db: Kysely<DB>,
  { userId, above, count }: { userId: number; above: bigint; count: number },
): Promise<bigint | undefined> {
  const { rows } = await sql<{ last: bigint | null }>`
    with batch as materialized (
      select id from notifications where ${ofCustomer(userId)} and id > ${above} order by user_id, id limit ${count}
    ), gone as (
      delete from notifications where user_id = ${userId} and id in (select id from batch)
    )
    select max(id) as last from batch`.execute(db)
  return rows[0]?.last ?? undefined
}
