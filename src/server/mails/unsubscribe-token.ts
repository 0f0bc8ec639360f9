import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * The token of a letter's link that turns such letters off: of which announcement to whom, and a proof by the announcement's
 * own key. It has no end, and holds whatever becomes of SECRET_KEY: a link must work in a letter of last year too.
 */
export function makeUnsubscribeToken(
  key: Buffer,
  { announcementId, userId }: { announcementId: number; userId: number },
): string {
  return `${announcementId}-${userId}-${proofOf(key, { announcementId, userId }).toString('hex')}`
}

const ID_MAX = 2_147_483_647

export function readUnsubscribeToken(
  token: string,
): { announcementId: number; userId: number; isOf: (key: Buffer) => boolean } | undefined {
  const [, announcement, user, proof] = /^(\d{1,10})-(\d{1,10})-([0-9a-f]{64})$/.exec(token) ?? []
  if (proof === undefined) return undefined
  const [announcementId, userId] = [Number(announcement), Number(user)]
  // Nobody's: a number that no column holds is no question for the database.
  if (announcementId > ID_MAX || userId > ID_MAX) return undefined
  const isOf = (key: Buffer) =>
    timingSafeEqual(Buffer.from(proof, 'hex'), proofOf(key, { announcementId, userId }))
  return { announcementId, userId, isOf }
}

function proofOf(
  key: Buffer,
  { announcementId, userId }: { announcementId: number; userId: number },
): Buffer {
  return createHmac('sha256', key)
    .update(JSON.stringify(['unsubscribe', announcementId, userId]))
    .digest()
}
