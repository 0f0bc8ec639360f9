import { type Kysely, sql } from 'kysely'

import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

export type Store = DB['ticket_attachments']['store']
export type StoredFile = { user_id: number; id: bigint; store: Store; key: string }
export type AttachmentRow = {
  message_id: bigint | null
  id: bigint
  name: string
  type: string
  bytes: number
}

/** Of no message yet. */
export async function insertAttachment(
  db: Kysely<DB>,
  file: { userId: number; store: Store; key: string; name: string; type: string; bytes: number; now: Date },
): Promise<bigint> {
  const { id } = await db
    .insertInto('ticket_attachments')
    .values({
      user_id: file.userId,
      store: file.store,
      key: file.key,
      name: file.name,
      type: file.type,
      bytes: file.bytes,
      created_at: file.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Those that belong to no message become this one's; throws where one does already. */
export async function attachTo(
  tx: Tx,
  {
    userId,
    ticketId,
    messageId,
    ids,
  }: { userId: number; ticketId: bigint; messageId: bigint; ids: bigint[] },
): Promise<void> {
  if (ids.length === 0) return
  const { numUpdatedRows } = await tx
    .updateTable('ticket_attachments')
    .set({ ticket_id: ticketId, message_id: messageId })
    .where('user_id', '=', userId)
    .where('id', 'in', ids)
    .where('message_id', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows !== BigInt(ids.length))
    throw new Error('a file belongs to a message already, or is gone')
}

/** In the order in which they came. */
export async function listAttachments(
  db: Kysely<DB>,
  { userId, ticketId }: { userId: number; ticketId: bigint },
): Promise<AttachmentRow[]> {
  return db
    .selectFrom('ticket_attachments')
    .select(['message_id', 'id', 'name', 'type', 'bytes'])
    .where('user_id', '=', userId)
    .where('ticket_id', '=', ticketId)
    .orderBy('id')
    .execute()
}

export async function findAttachment(
  db: Kysely<DB>,
  { userId, ticketId, id }: { userId: number; ticketId: bigint; id: bigint },
) {
  return db
    .selectFrom('ticket_attachments')
    .select(['user_id', 'id', 'store', 'key', 'name', 'type', 'bytes'])
    .where('user_id', '=', userId)
    .where('ticket_id', '=', ticketId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function countAttachmentsSince(
  db: Kysely<DB>,
  { userId, since }: { userId: number; since: Date },
): Promise<number> {
  const { count } = await db
    .selectFrom('ticket_attachments')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('user_id', '=', userId)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  return count
}

/** What came of no message: its sending was refused at the end, or broke off. */
export async function listLeftOver(
  db: Kysely<DB>,
  { before, count }: { before: Date; count: number },
): Promise<StoredFile[]> {
  return db
    .selectFrom('ticket_attachments')
    .select(['user_id', 'id', 'store', 'key'])
    .where('message_id', 'is', null)
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(count)
    .execute()
}

export async function deleteLeftOver(
  db: Kysely<DB>,
  { user_id: userId, id }: Pick<StoredFile, 'user_id' | 'id'>,
): Promise<void> {
  await db
    .deleteFrom('ticket_attachments')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('message_id', 'is', null)
    .execute()
}

/** All of a customer's belong to no message any more, and are removed as what is left over. */
export async function detachFiles(tx: Tx, userId: number): Promise<void> {
  await tx
    .updateTable('ticket_attachments')
    .set({ ticket_id: null, message_id: null, name: 'file' })
    .where('user_id', '=', userId)
    .execute()
}
