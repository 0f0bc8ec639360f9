import { type Kysely, sql } from 'kysely'

import { AppError } from '#contract/base/errors.ts'
import type { Announcement, AnnouncementTexts } from '#contract/messaging/announcements.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

/** Newest first, with ids below `before` if given. */
export async function listAnnouncements(
  db: Kysely<DB>,
  { before, count }: { before: bigint | undefined; count: number },
): Promise<Announcement[]> {
  let query = selectAnnouncements(db)
  if (before !== undefined) query = query.where(sql`announcements.id`, '<', sql`${before}::bigint`)
  return (await query.orderBy('announcements.id', 'desc').limit(count).execute()).map(toAnnouncement)
}

/** Throws `not_found`. */
export async function getAnnouncement(db: Kysely<DB>, id: number): Promise<Announcement> {
  const row = await selectAnnouncements(db).where('announcements.id', '=', id).executeTakeFirst()
  if (row === undefined) throw new AppError('not_found')
  return toAnnouncement(row)
}

function selectAnnouncements(db: Kysely<DB>) {
  return db
    .selectFrom('announcements')
    .innerJoin('users', 'users.id', 'announcements.created_by')
    .leftJoin('announcement_emails as emails', 'emails.announcement_id', 'announcements.id')
    .select([
      'announcements.id',
      'announcements.kind',
      'announcements.texts',
      'announcements.by_notification',
      'announcements.by_email',
      'announcements.status',
      'announcements.created_by',
      'users.name as created_by_name',
      'announcements.created_at',
      'announcements.ended_at',
      'announcements.notified',
      'emails.queued',
      'emails.sent',
      'emails.failed',
      'emails.unwanted',
    ])
}

type Row = Awaited<ReturnType<ReturnType<typeof selectAnnouncements>['executeTakeFirstOrThrow']>>

function toAnnouncement(row: Row): Announcement {
  const { texts, created_by: id, created_by_name: name, queued, sent, failed, unwanted, ...rest } = row
  return {
    ...rest,
    texts: texts as AnnouncementTexts, // written by the contract's schema only
    created_by: { id, name },
    emails: { queued: queued ?? 0, sent: sent ?? 0, failed: failed ?? 0, unwanted: unwanted ?? 0 },
  }
}
