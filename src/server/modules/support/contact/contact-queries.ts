import { type Kysely, sql } from 'kysely'

import type { contactStates } from '#contract/support/contact.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

export type Written = { userId: number | null; name: string; email: string; subject: string; message: string }
export type Unsorted = Written & { id: bigint }

export async function insertContactMessage(db: Kysely<DB>, { userId, ...written }: Written): Promise<void> {
  await db
    .insertInto('contact_messages')
    .values({ ...written, user_id: userId })
    .execute()
}

/** Oldest first, each for one worker until its tx ends. */
export async function lockUnsorted(tx: Tx, count: number): Promise<Unsorted[]> {
  return tx
    .selectFrom('contact_messages')
    .select(['id', 'user_id as userId', 'name', 'email', 'subject', 'message'])
    .where('sorted_at', 'is', null)
    .orderBy('id')
    .limit(count)
    .forUpdate()
    .skipLocked()
    .execute()
}

/** It stays, for staff. */
export async function keepForStaff(tx: Tx, id: bigint): Promise<void> {
  await tx
    .updateTable('contact_messages')
    .set({ sorted_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('sorted_at', 'is', null)
    .execute()
}

export async function deleteContactMessage(tx: Tx, id: bigint): Promise<void> {
  await tx.deleteFrom('contact_messages').where('id', '=', id).execute()
}

const selected = (db: Kysely<DB>) =>
  db
    .selectFrom('contact_messages')
    .leftJoin('users', 'users.id', 'contact_messages.answered_by')
    .select([
      'contact_messages.id',
      'contact_messages.name',
      'contact_messages.email',
      'contact_messages.subject',
      'contact_messages.message',
      'contact_messages.created_at',
      'contact_messages.answered_at',
      'users.name as answered_by',
    ])
    .where('sorted_at', 'is not', null)

export type ContactRow = NonNullable<Awaited<ReturnType<typeof findContactRow>>>

export async function findContactRow(db: Kysely<DB>, id: bigint) {
  return selected(db).where('contact_messages.id', '=', id).executeTakeFirst()
}

/** Newest first. */
export async function listContactRows(
  db: Kysely<DB>,
  {
    status,
    before,
    count,
  }: { status: (typeof contactStates)[number] | undefined; before: bigint | undefined; count: number },
): Promise<ContactRow[]> {
  let query = selected(db)
  if (status !== undefined) query = query.where('answered_at', status === 'open' ? 'is' : 'is not', null)
  if (before !== undefined) query = query.where('contact_messages.id', '<', before)
  return query.orderBy('contact_messages.id', 'desc').limit(count).execute()
}

/** False where it was noted before. */
export async function noteAnswered(
  tx: Tx,
  { id, actorId, now }: { id: bigint; actorId: number; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('contact_messages')
    .set({ answered_at: now, answered_by: actorId })
    .where('id', '=', id)
    .where('sorted_at', 'is not', null)
    .where('answered_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Deletes those that were answered before then, at most `count`; answers how many. */
export async function deleteOldMessages(
  db: Kysely<DB>,
  { before, count }: { before: Date; count: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from contact_messages where id in (
      select id from contact_messages where answered_at < ${before} order by answered_at limit ${count})`.execute(
    db,
  )
  return Number(numAffectedRows)
}
