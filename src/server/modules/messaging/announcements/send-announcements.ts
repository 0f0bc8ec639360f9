import { sql } from 'kysely'

import type { AnnouncementKind } from '#contract/messaging/announcements.ts'
import type { Context } from '#server/context.ts'
import { type Publish, transact, type Tx } from '#server/lib/postgres/transact.ts'
import { makeQueue } from '#server/lib/queue/make-queue.ts'
import type { Claim } from '#server/lib/queue/queue.ts'
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

/**
 * Announcements that are being sent. Messages to the next readers and the progress are written in one tx, so that an
 * interruption neither repeats nor skips a reader.
 */
export const announcementQueue = makeQueue({
  name: 'announcements',
  table: 'announcements',
  key: ['id'],
  columns: [],
  order: ['id'],
  since: 'created_at',
  wakeOn: 'announcement',
  everyMs: 30_000,
  concurrency: 1,
  leaseSeconds: 30,
  timeoutSeconds: 60,
  tries: { max: 10, pauseSeconds: 5, pauseSecondsMax: 600 },
  whenDone: { set: sql`status = 'sent', ended_at = now()` },
  async handle(ctx, { id }, claim) {
    const hasNotified = await sendSome(ctx, { id, channel: 'notification', claim, count: READERS_PER_TX })
    // Checked outside the tx: two concurrent processes may exceed the limit by one batch.
    const isFull = await areManyAnnouncementEmailsQueued(ctx.db, EMAILS_QUEUED_MAX)
    const hasQueued =
      !isFull && (await sendSome(ctx, { id, channel: 'email', claim, count: EMAILS_QUEUED_MAX }))
    if (hasNotified || hasQueued) return 'more'
    return isFull && (await hasEmailsLeft(ctx, id)) ? { waitSeconds: 1 } : 'done'
  },
})

async function hasEmailsLeft({ db }: Context, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('announcements')
    .select('id')
    .where('id', '=', id)
    .where('emails_ended', '=', false)
    .executeTakeFirst()
  return row !== undefined
}

type Sending = { id: number; channel: Channel; claim: Claim; count: number }

/** False if there is nothing to send over this channel. */
async function sendSome(ctx: Context, { id, channel, claim, count }: Sending): Promise<boolean> {
  return transact(ctx, async (tx, publish) => {
    await claim.hold(tx)
    const next = await findProgress(tx, id, channel)
    if (next === undefined) return false
    const { kind, upTo } = next
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

/** Undefined if this channel is finished. */
async function findProgress(
  tx: Tx,
  id: number,
  channel: Channel,
): Promise<{ kind: AnnouncementKind; upTo: number } | undefined> {
  const { upTo, ended } = columnsOf[channel]
  return tx
    .selectFrom('announcements')
    .select(['kind', `${upTo} as upTo`])
    .where('id', '=', id)
    .where(ended, '=', false)
    .executeTakeFirst()
}

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
}
