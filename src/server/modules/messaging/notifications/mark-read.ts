import { type Kysely, sql } from 'kysely'

import { UNREAD_COUNTED_MAX } from '#contract/messaging/notifications.ts'
import { ofCustomer } from '#server/lib/postgres/of-customer.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

/** At most `UNREAD_COUNTED_MAX`: unread ones are never deleted, so a reseller may have a million. */
export async function countUnread(db: Kysely<DB>, userId: number): Promise<number> {
  const { unread } = await db
    .selectFrom(someUnread(db, { userId, count: UNREAD_COUNTED_MAX }).select('user_id').as('counted'))
    .select(sql<number>`count(*)::int`.as('unread'))
    .executeTakeFirstOrThrow()
  return unread
}

/** False if the user has no such notification. */
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

/** False if the user has no notification about that mass order. Read ones are not written again. */
export async function markMassOrderRead(
  db: Kysely<DB>,
  { userId, massOrderId }: { userId: number; massOrderId: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('notifications')
    .set({ is_read: true })
    .where('user_id', '=', userId)
    .where('mass_order_id', '=', massOrderId)
    .where('is_read', '=', false)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return true
  const known = await db
    .selectFrom('notifications')
    .select('id')
    .where('user_id', '=', userId)
    .where('mass_order_id', '=', massOrderId)
    .limit(1)
    .executeTakeFirst()
  return known !== undefined
}

/** Those before that time. */
export async function markReadBefore(
  db: Kysely<DB>,
  { userId, before }: { userId: number; before: Date },
): Promise<void> {
  await db
    .updateTable('notifications')
    .set({ is_read: true })
    .where('user_id', '=', userId)
    .where('created_at', '<', before)
    .where('is_read', '=', false)
    .execute()
}

const BATCH_MAX = 5_000

/**
 * Marks all existing ones, in batches: with a million, a single statement would exceed the time limit every time. If
 * interrupted, the next call continues.
 */
export async function markAllRead(db: Kysely<DB>, userId: number): Promise<void> {
  const upTo = await findNewestId(db, userId)
  while ((await markSomeRead(db, { userId, upTo, count: BATCH_MAX })) > 0) continue
}

/** Opening a ticket marks the user's notifications about it as read. */
export async function markTicketNotificationsRead(
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

/** 0 if there is none. */
async function findNewestId(db: Kysely<DB>, userId: number): Promise<bigint> {
  const row = await db
    .selectFrom('notifications')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? 0n
}

/** Marks at most `count` with ids up to `upTo`. Answers how many. */
async function markSomeRead(
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

/** Any of them: the index of unread ones is by user only. Ordered by it, so that the limit also bounds what is read. */
function someUnread(db: Kysely<DB>, { userId, count }: { userId: number; count: number }) {
  return db
    .selectFrom('notifications')
    .where(ofCustomer(userId))
    .where('is_read', '=', false)
    .orderBy('user_id')
    .limit(count)
}
