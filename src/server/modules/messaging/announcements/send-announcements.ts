import type { Context } from '#server/context.ts'
import { type Publish, transact, type Tx } from '#server/lib/postgres/transact.ts'
import { areManyWaiting, queueAnnouncement } from '#server/modules/messaging/emails/queue-announcement.ts'
import { addAnnouncementNotifications } from '#server/modules/messaging/notifications/add-announcement.ts'
import { listReaders } from '#server/modules/messaging/notifications/announcement-readers.ts'

import { lockTurn, moveOn, type Turn, type Way } from './announcements-queries.ts'

/** Of notifications so many are written in one tx. */
const READERS_PER_TX = 500
/**
 * Letters go out some ten a second, in the order in which they became due: no more of an announcement's may wait than
 * whoever just registered can wait behind.
 */
const LETTERS_WAITING_MAX = 100
const LOOK_AGAIN_MS = 1_000

/**
 * Tells the next readers of each announcement that is under way. They and how far it has come are one tx: a kill in
 * between neither repeats nor leaves out anybody. Answers as a loop's work does.
 */
export async function sendAnnouncements(ctx: Context): Promise<boolean | number> {
  const hasNotified = await tellSome(ctx, 'notification', READERS_PER_TX)
  // They are looked at before, so that as many may wait for a moment as two processes write at once.
  const isFull = await areManyWaiting(ctx.db, LETTERS_WAITING_MAX)
  const hasWritten = !isFull && (await tellSome(ctx, 'letter', LETTERS_WAITING_MAX))
  return hasNotified || hasWritten || (isFull && LOOK_AGAIN_MS)
}

/** False where there is nothing to do by this way. */
async function tellSome(ctx: Context, way: Way, count: number): Promise<boolean> {
  return transact(ctx, async (tx, publish) => {
    const turn = await lockTurn(tx, way)
    if (turn === undefined) return false
    const { id, kind, upTo } = turn
    const { userIds, ...reached } = await listReaders(tx, { kind, above: upTo, count })
    const notified = await (way === 'letter' ? write : notify)(tx, publish, { turn, userIds })
    await moveOn(tx, { id, way, notified, ...reached })
    return true
  })
}

type Batch = { turn: Turn; userIds: readonly number[] }

async function notify(tx: Tx, publish: Publish, { turn, userIds }: Batch): Promise<number> {
  const written = await addAnnouncementNotifications(tx, { announcementId: turn.id, userIds })
  for (const { userId, id } of written) publish({ topic: 'notification', userId, id })
  return written.length
}

async function write(tx: Tx, publish: Publish, { turn, userIds }: Batch): Promise<number> {
  await queueAnnouncement(tx, publish, { announcementId: turn.id, userIds })
  return 0
}
