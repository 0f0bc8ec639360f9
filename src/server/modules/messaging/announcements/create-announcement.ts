import { createHash, randomBytes } from 'node:crypto'

import { type Announcement, languagesOf } from '#contract/messaging/announcements.ts'
import { AppError } from '#contract/base/errors.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import { type By, transactAsStaff } from '#server/modules/audit-log/transact-as-staff.ts'

import { getAnnouncement } from './read-announcements.ts'

export type NewAnnouncement = Pick<Announcement, 'kind' | 'texts' | 'by_notification' | 'by_email'>

/**
 * Stores an announcement, which `send-announcements.ts` then sends. Repeating a key answers the same announcement. Throws
 * `idempotency_key_reused`.
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
    const { kind, texts, by_notification, by_email } = made
    record({
      action: 'announcement.send',
      id: own,
      after: { kind, title: texts.en.title, languages: languagesOf(texts), by_notification, by_email },
    })
    publish({ topic: 'announcement' })
    return { id: own, isReplayed: false }
  })
  return { announcement: await getAnnouncement(ctx.db, id), isReplayed }
}

async function findEarlier(
  tx: Tx,
  { actorId, key, requestHash }: { actorId: number; key: string | undefined; requestHash: Buffer },
): Promise<number> {
  const earlier =
    key === undefined
      ? undefined
      : await tx
          .selectFrom('announcements')
          .select(['id', 'request_hash'])
          .where('created_by', '=', actorId)
          .where('key', '=', key)
          .executeTakeFirst()
  if (earlier?.request_hash?.equals(requestHash) !== true) throw new AppError('idempotency_key_reused')
  return earlier.id
}

/** Answers its id, or undefined if this staff member already used the key. */
async function insertAnnouncement(
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
      emails_ended: !made.by_email,
    })
    .onConflict((conflict) => conflict.columns(['created_by', 'key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}
