import { sql } from 'kysely'

import type { AnnouncementKind } from '#contract/messaging/announcements.ts'
import type { Context } from '#server/context.ts'
import { type Publish, transact, type Tx } from '#server/lib/postgres/transact.ts'
import {
  areManyAnnouncementEmailsQueued,
  queueAnnouncement,
} from '#server/modules/messaging/emails/queue-announcement.ts'
import { addAnnouncementNotifications } from '#server/modules/messaging/notifications/add-notification.ts'
import { listReaders } from '#server/modules/messaging/notifications/announcement-readers.ts'

type Channel = 'notification' | 'email'

/** Notifications written in one tx. */
const READERS_PER_TX = 500
/**
 * Emails are sent at about ten a second, the oldest first: more queued ones would delay emails that users wait for, such as
 * confirmations.
 */
const EMAILS_QUEUED_MAX = 100
const CHECK_AGAIN_MS = 1_000

/**
 * Sends the oldest unfinished announcement to its next readers. They are written in one tx with the progress, so that an
 * interruption neither repeats nor skips a reader. Answers as a loop's work does.
 */
export async function sendAnnouncements(ctx: Context): Promise<boolean | number> {
  const hasNotified = await sendSome(ctx, 'notification', READERS_PER_TX)
  // Checked outside the tx: two processes at once may exceed the limit by one batch.
  const isFull = await areManyAnnouncementEmailsQueued(ctx.db, EMAILS_QUEUED_MAX)
  const hasQueued = !isFull && (await sendSome(ctx, 'email', EMAILS_QUEUED_MAX))
  return hasNotified || hasQueued || (isFull && CHECK_AGAIN_MS)
}

/** False if there is nothing to send over this channel. */
async function sendSome(ctx: Context, channel: Channel, count: number): Promise<boolean> {
  return transact(ctx, async (tx, publish) => {
    const next = await lockNext(tx, channel)
    if (next === undefined) return false
    const { id, kind, upTo } = next
    const { userIds, ...reached } = await listReaders(tx, { kind, above: upTo, count })
    const notified = await (channel === 'email' ? queue : notify)(tx, publish, {
      announcementId: id,
      userIds,
    })
    await storeProgress(tx, { id, channel, notified, ...reached })
    return true
  })
}

type Batch = { announcementId: number; userIds: readonly number[] }

async function notify(tx: Tx, publish: Publish, { announcementId, userIds }: Batch): Promise<number> {
  const written = await addAnnouncementNotifications(tx, { announcementId, userIds })
  for (const { userId, id } of written) publish({ topic: 'notification', userId, id })
  return written.length
}

async function queue(tx: Tx, publish: Publish, { announcementId, userIds }: Batch): Promise<number> {
  await queueAnnouncement(tx, publish, { announcementId, userIds })
  return 0
}

/** Progress by channel: the last user id, and whether it is finished. */
const columnsOf = {
  notification: { upTo: 'notified_up_to', ended: 'notify_ended' },
  email: { upTo: 'emailed_up_to', ended: 'emails_ended' },
} as const satisfies Record<Channel, unknown>

type Next = { id: number; kind: AnnouncementKind; upTo: number }

/** The oldest that is unfinished on this channel and that no other process is sending. Locked until the tx ends. */
async function lockNext(tx: Tx, channel: Channel): Promise<Next | undefined> {
  const { upTo, ended } = columnsOf[channel]
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

/** The announcement is sent once both channels are finished. */
async function storeProgress(
  tx: Tx,
  {
    id,
    channel,
    upTo,
    notified,
    isEnd,
  }: { id: number; channel: Channel; upTo: number; notified: number; isEnd: boolean },
): Promise<void> {
  const columns = columnsOf[channel]
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
    where id = ${id} and status = 'sending' and notify_ended and emails_ended`.execute(tx)
}
