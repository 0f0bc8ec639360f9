import { createHash, randomBytes } from 'node:crypto'

import { type Announcement, languagesOf } from '#contract/messaging/announcements.ts'
import { AppError } from '#contract/base/errors.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import { type By, transactAsStaff } from '#server/modules/audit-log/transact-as-staff.ts'

import { findByKey, insertAnnouncement, type NewAnnouncement } from './announcements-queries.ts'
import { getAnnouncement } from './get-announcement.ts'

/**
 * Notes what is to be told; `tell-readers.ts` does it afterwards. The same key is the same announcement, however often it
 * is asked for. Throws `idempotency_key_reused`.
 */
export async function createAnnouncement(
  ctx: Context,
  { by, made, key }: { by: By; made: NewAnnouncement; key: string | undefined },
): Promise<{ announcement: Announcement; isReplayed: boolean }> {
  const requestHash = createHash('sha256').update(JSON.stringify(made)).digest()
  const { id, isReplayed } = await transactAsStaff(ctx, by, async (tx, publish, record) => {
    const { actorId } = by
    const unsubscribeKey = randomBytes(32)
    const own = await insertAnnouncement(tx, { ...made, actorId, key, requestHash, unsubscribeKey })
    if (own === undefined)
      return { id: await findEarlier(tx, { actorId, key, requestHash }), isReplayed: true }
    const { kind, texts, by_notification, by_letter } = made
    record({
      action: 'announcement.send',
      id: own,
      after: { kind, title: texts.en.title, languages: languagesOf(texts), by_notification, by_letter },
    })
    publish({ topic: 'announcement' })
    return { id: own, isReplayed: false }
  })
  return { announcement: await getAnnouncement(ctx, id), isReplayed }
}

async function findEarlier(
  tx: Tx,
  { actorId, key, requestHash }: { actorId: number; key: string | undefined; requestHash: Buffer },
): Promise<number> {
  const earlier = key === undefined ? undefined : await findByKey(tx, { actorId, key })
  if (earlier?.request_hash?.equals(requestHash) !== true) throw new AppError('idempotency_key_reused')
  return earlier.id
}
