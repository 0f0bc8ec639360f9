import type { Publish, Tx } from '#server/lib/postgres/transact.ts'

import { insertAnnouncementLetters } from './announcement-emails-queries.ts'

export { areManyWaiting } from './announcement-emails-queries.ts'

/** A letter to each of them who has a confirmed address, once, whatever was queued before. */
export async function queueAnnouncement(
  tx: Tx,
  publish: Publish,
  announced: { announcementId: number; userIds: readonly number[] },
): Promise<void> {
  await insertAnnouncementLetters(tx, announced)
  publish({ topic: 'mail' })
}
