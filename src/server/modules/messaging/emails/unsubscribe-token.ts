import { createHmac, timingSafeEqual } from 'node:crypto'

/** What a letter was of: an announcement, news of orders and payments, or of favourites. */
export type UnsubscribeFrom = number | 'orders' | 'favourites'

/**
 * The token of a letter's link that turns such letters off: of what to whom, and a proof by a key of its own. It has no end,
 * and holds whatever becomes of SECRET_KEY: a link must work in a letter of last year too.
 */
export function makeUnsubscribeToken(
  key: Buffer,
  { of, userId }: { of: UnsubscribeFrom; userId: number },
): string {
  return `${of}-${userId}-${proofOf(key, { of, userId }).toString('hex')}`
}

const ID_MAX = 2_147_483_647

export function readUnsubscribeToken(
  token: string,
): { of: UnsubscribeFrom; userId: number; isOf: (key: Buffer) => boolean } | undefined {
  const [, from, user, proof] = /^(orders|favourites|\d{1,10})-(\d{1,10})-([0-9a-f]{64})$/.exec(token) ?? []
  if (proof === undefined) return undefined
  const of: UnsubscribeFrom = from === 'orders' || from === 'favourites' ? from : Number(from)
  const userId = Number(user)
  // Nobody's: a number that no column holds is no question for the database.
  if ((typeof of === 'number' && of > ID_MAX) || userId > ID_MAX) return undefined
  const isOf = (key: Buffer) => timingSafeEqual(Buffer.from(proof, 'hex'), proofOf(key, { of, userId }))
  return { of, userId, isOf }
}

function proofOf(key: Buffer, { of, userId }: { of: UnsubscribeFrom; userId: number }): Buffer {
  return createHmac('sha256', key)
    .update(JSON.stringify(['unsubscribe', of, userId]))
    .digest()
}
