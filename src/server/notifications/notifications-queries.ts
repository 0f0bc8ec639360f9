import { type Kysely, type Selectable, sql } from 'kysely'

import { type AnnouncementTexts, textFor } from '#contract/announcements.ts'
import { type Carried, encodeCarried, sayCarried } from '#contract/codes.ts'
import { defaultLanguage, isLanguage } from '#contract/languages.ts'
import {
  type NewNotification as Told,
  type NotificationCode,
  notificationCodes,
  typeOfNotification,
} from '#contract/notification-codes.ts'
import type { Permission } from '#contract/permissions.ts'
import type { Notification } from '#contract/notifications.ts'
import { fromKeptDetails, toKeptDetails } from '#contract/review.ts'
import { english } from '#contract/words/en.ts'
import type { DB } from '#server/database/tables.ts'
import type { Tx } from '#server/database/transact.ts'

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

export async function countUnread(db: Kysely<DB>, userId: number): Promise<number> {
  const { unread } = await db
    .selectFrom('notifications')
    .select(sql<number>`count(*)::int`.as('unread'))
    .where('user_id', '=', userId)
    .where('is_read', '=', false)
    .executeTakeFirstOrThrow()
  return unread
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

export async function markAllRead(db: Kysely<DB>, userId: number): Promise<void> {
  await db
    .updateTable('notifications')
    .set({ is_read: true })
    .where('user_id', '=', userId)
    .where('is_read', '=', false)
    .execute()
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
  { needs, ...told }: { needs: Permission } & Told,
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

type Row = Omit<Selectable<DB['notifications']>, 'user_id'> & {
  reference_id: string | null
  texts: unknown
  language: string | null
}

function toNotification(row: Row): Notification {
  const { id, code, order_id, deposit_id, reference_id, ticket_id, is_read, created_at } = row
  const ids = {
    ...(order_id !== null && { order_id: Number(order_id) }),
    ...(deposit_id !== null && { deposit_id: Number(deposit_id) }),
    ...(ticket_id !== null && { ticket_id: Number(ticket_id) }),
  }
  const kept = detailsIn(row, row.language)
  const known = code as NotificationCode // this table's own writer
  const type = typeOfNotification(known)
  return {
    id: Number(id),
    type,
    code: known,
    message:
      sayCarried(notificationCodes, english.notifications, {
        code,
        details: { ...detailsIn(row, defaultLanguage), ...ids },
      }) ?? code,
    // Clients that sort by `type` alone tell the others apart by this.
    details: type === 'other' && known !== 'note' ? { event: known, ...kept } : kept,
    ...ids,
    ...(reference_id !== null && { reference_id }),
    is_read,
    created_at,
  }
}

/** What an announcement says is kept once for all its readers, in the languages that it was written in. */
function detailsIn({ details, announcement_id: id, texts }: Row, language: string | null): Carried {
  if (id === null || texts === null) return fromKeptDetails(details)
  // Written by the contract's schema alone.
  const { title, text } = textFor(
    texts as AnnouncementTexts,
    isLanguage(language) ? language : defaultLanguage,
  )
  return { announcement_id: id, title, text }
}

export async function deleteNotifications(db: Kysely<DB>, userId: number): Promise<void> {
  await db.deleteFrom('notifications').where('user_id', '=', userId).execute()
}
