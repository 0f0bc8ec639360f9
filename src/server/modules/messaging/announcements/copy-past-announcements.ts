import { createHash } from 'node:crypto'

import type { AnnouncementKind } from '#contract/messaging/announcements.ts'
import type { CopyTables } from '#server/lib/postgres/copy-tables.ts'

export type CopiedAnnouncement = {
  id: number
  kind: AnnouncementKind
  title: string
  text: string
  actorId: number
  at: Date
  notified: number
  /** All were sent. */
  emailed: number
  /** The id of the last customer that it was sent to. */
  upTo: number
}

/** An announcement sent to everyone; its notifications are copied separately. */
export function copyPastAnnouncement(
  rows: CopyTables,
  { id, at, title, text, ...own }: CopiedAnnouncement,
): void {
  rows.copyInto('announcements', {
    id,
    kind: own.kind,
    texts: JSON.stringify({ en: { title, text } }),
    by_notification: true,
    by_email: own.emailed > 0,
    status: 'sent',
    created_by: own.actorId,
    created_at: at,
    ended_at: at,
    unsubscribe_key: createHash('sha256').update(`announcement ${id}`).digest(),
    notified_up_to: own.upTo,
    notified: own.notified,
    notify_ended: true,
    emailed_up_to: own.upTo,
    emails_ended: true,
    due_at: null,
  })
  if (own.emailed > 0)
    rows.copyInto('announcement_emails', { announcement_id: id, queued: own.emailed, sent: own.emailed })
}
