import { type Kysely, sql } from 'kysely'

import type { AnnouncementKind, AnnouncementTexts } from '#contract/messaging/announcements.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

import type { MailKey } from './emails-queries.ts'

export type Announced = {
  kind: AnnouncementKind
  texts: AnnouncementTexts
  unsubscribeKey: Buffer
  isStopped: boolean
}

export async function findAnnounced(db: Kysely<DB>, id: number): Promise<Announced | undefined> {
  const row = await db
    .selectFrom('announcements')
    .select(['kind', 'texts', 'unsubscribe_key', 'status'])
    .where('id', '=', id)
    .executeTakeFirst()
  return (
    row && {
      kind: row.kind,
      texts: row.texts as AnnouncementTexts, // written by the contract's schema alone
      unsubscribeKey: row.unsubscribe_key,
      isStopped: row.status === 'stopped',
    }
  )
}

/** Whether as many wait already: letters that somebody waits for come after those. */
export async function areManyWaiting(db: Kysely<DB>, max: number): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from mails where letter = 'announcement' and due_at is not null limit ${max}) waiting`.execute(
    db,
  )
  return (rows[0]?.count ?? 0) >= max
}

/** One to each whose address was confirmed: nobody else is written to again and again. */
export async function insertAnnouncementLetters(
  tx: Tx,
  { announcementId, userIds }: { announcementId: number; userIds: readonly number[] },
): Promise<void> {
  await sql`
    with written as (
      insert into mails (user_id, event, receiver, letter, details)
      select id, ${`announcement:${announcementId}`}, email, 'announcement',
        jsonb_build_object('announcement', ${announcementId}::int)
      from users where id = any(${userIds}::int[]) and email_confirmed_at is not null
      on conflict do nothing returning 1
    )
    insert into announcement_letters as kept (announcement_id, queued)
    select ${announcementId}::int, count(*)::int from written
    on conflict (announcement_id) do update set queued = kept.queued + excluded.queued`.execute(tx)
}

/** It must not be sent any more. */
export async function dropAnnouncementLetter(
  db: Kysely<DB>,
  { userId, event, receiver }: MailKey,
): Promise<void> {
  await sql`
    with dropped as (
      delete from mails
      where user_id = ${userId} and event = ${event} and receiver = ${receiver} and due_at is not null
      returning details
    )
    update announcement_letters set unwanted = unwanted + 1
    from dropped where announcement_id = (dropped.details ->> 'announcement')::int`.execute(db)
}
