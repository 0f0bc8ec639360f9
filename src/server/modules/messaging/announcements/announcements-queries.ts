import { type Kysely, sql } from 'kysely'

import type { Announcement, AnnouncementKind, AnnouncementTexts } from '#contract/messaging/announcements.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

export type NewAnnouncement = Pick<Announcement, 'kind' | 'texts' | 'by_notification' | 'by_letter'>
export type Way = 'notification' | 'letter'
/** How far each way has come. */
const columnsOf = {
  notification: { upTo: 'notified_up_to', ended: 'notify_ended' },
  letter: { upTo: 'lettered_up_to', ended: 'letters_ended' },
} as const satisfies Record<Way, unknown>

/** Its id; undefined where this member of staff has one of that key already. */
export async function insertAnnouncement(
  tx: Tx,
  {
    actorId,
    key,
    requestHash,
    unsubscribeKey,
    ...made
  }: NewAnnouncement & {
    actorId: number
    key: string | undefined
    requestHash: Buffer
    unsubscribeKey: Buffer
  },
): Promise<number | undefined> {
  const row = await tx
    .insertInto('announcements')
    .values({
      ...made,
      texts: JSON.stringify(made.texts),
      created_by: actorId,
      key: key ?? null,
      request_hash: requestHash,
      unsubscribe_key: unsubscribeKey,
      notify_ended: !made.by_notification,
      letters_ended: !made.by_letter,
    })
    .onConflict((conflict) => conflict.columns(['created_by', 'key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export async function findByKey(db: Kysely<DB>, { actorId, key }: { actorId: number; key: string }) {
  return db
    .selectFrom('announcements')
    .select(['id', 'request_hash'])
    .where('created_by', '=', actorId)
    .where('key', '=', key)
    .executeTakeFirst()
}

/** Newest first, below `before` where it is given. */
export async function listAnnouncementRows(
  db: Kysely<DB>,
  { before, count }: { before: bigint | undefined; count: number },
): Promise<Announcement[]> {
  let query = selectAnnouncements(db)
  if (before !== undefined) query = query.where(sql`announcements.id`, '<', sql`${before}::bigint`)
  return (await query.orderBy('announcements.id', 'desc').limit(count).execute()).map(toAnnouncement)
}

export async function findAnnouncement(db: Kysely<DB>, id: number): Promise<Announcement | undefined> {
  const row = await selectAnnouncements(db).where('announcements.id', '=', id).executeTakeFirst()
  return row && toAnnouncement(row)
}

function selectAnnouncements(db: Kysely<DB>) {
  return db
    .selectFrom('announcements')
    .innerJoin('users', 'users.id', 'announcements.created_by')
    .leftJoin('announcement_letters as letters', 'letters.announcement_id', 'announcements.id')
    .select([
      'announcements.id',
      'announcements.kind',
      'announcements.texts',
      'announcements.by_notification',
      'announcements.by_letter',
      'announcements.status',
      'announcements.created_by',
      'users.name as created_by_name',
      'announcements.created_at',
      'announcements.ended_at',
      'announcements.notified',
      'letters.queued',
      'letters.sent',
      'letters.failed',
      'letters.unwanted',
    ])
}

type Row = Awaited<ReturnType<ReturnType<typeof selectAnnouncements>['executeTakeFirstOrThrow']>>

function toAnnouncement(row: Row): Announcement {
  const { texts, created_by: id, created_by_name: name, queued, sent, failed, unwanted, ...kept } = row
  return {
    ...kept,
    texts: texts as AnnouncementTexts, // written by the contract's schema alone
    created_by: { id, name },
    letters: { queued: queued ?? 0, sent: sent ?? 0, failed: failed ?? 0, unwanted: unwanted ?? 0 },
  }
}

/** False where nothing of it is left to send. Whoever tells a batch of it right now ends that first. */
export async function stopRow(tx: Tx, id: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update announcements set status = 'stopped', ended_at = now()
    where id = ${id} and (status = 'sending' or status = 'sent' and exists (
      select from announcement_letters letters
      where letters.announcement_id = announcements.id and queued > sent + failed + unwanted))`.execute(tx)
  return numAffectedRows === 1n
}

export type Turn = { id: number; kind: AnnouncementKind; upTo: number }

/** The oldest that is under way by this way and that no other process is at; it is this tx's until it ends. */
export async function lockTurn(tx: Tx, way: Way): Promise<Turn | undefined> {
  const { upTo, ended } = columnsOf[way]
  return tx
    .selectFrom('announcements')
    .select(['id', 'kind', `${upTo} as upTo`])
    .where('status', '=', 'sending')
    .where(ended, '=', false)
    .orderBy('id')
    .limit(1)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst()
}

/** Those up to that user were told now. It is sent once every way is through. */
export async function moveOn(
  tx: Tx,
  {
    id,
    way,
    upTo,
    notified,
    isEnd,
  }: { id: number; way: Way; upTo: number; notified: number; isEnd: boolean },
): Promise<void> {
  const columns = columnsOf[way]
  await tx
    .updateTable('announcements')
    .set((row) => ({
      [columns.upTo]: upTo,
      [columns.ended]: isEnd,
      notified: row('notified', '+', notified),
    }))
    .where('id', '=', id)
    .execute()
  await sql`
    update announcements set status = 'sent', ended_at = now()
    where id = ${id} and status = 'sending' and notify_ended and letters_ended`.execute(tx)
}

/** What the proof of a letter's link is made with, and what the link turns off. */
export async function findLetterKey(db: Kysely<DB>, id: number) {
  return db
    .selectFrom('announcements')
    .select(['kind', 'unsubscribe_key as key'])
    .where('id', '=', id)
    .executeTakeFirst()
}
