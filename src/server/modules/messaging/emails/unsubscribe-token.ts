import { createHmac, timingSafeEqual } from 'node:crypto'

import type { Kysely } from 'kysely'

import type { DB } from '#server/lib/postgres/tables.ts'

const topics = ['orders', 'favourites', 'balance'] as const
/** What the email was about: the id of an announcement, orders and payments, changes of services, or the balance. */
export type UnsubscribeFrom = number | (typeof topics)[number]

/**
 * The token of an unsubscribe link: topic, user and a proof. It never expires and does not depend on SECRET_KEY: links
 * in old emails must keep working.
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
  const [, from, user, proof] =
    /^(orders|favourites|balance|\d{1,10})-(\d{1,10})-([0-9a-f]{64})$/.exec(token) ?? []
  if (proof === undefined) return undefined
  const of: UnsubscribeFrom = topics.find((topic) => topic === from) ?? Number(from)
  const userId = Number(user)
  // No column holds such a number, and the query would fail.
  if ((typeof of === 'number' && of > ID_MAX) || userId > ID_MAX) return undefined
  const isOf = (key: Buffer) => timingSafeEqual(Buffer.from(proof, 'hex'), proofOf(key, { of, userId }))
  return { of, userId, isOf }
}

function proofOf(key: Buffer, { of, userId }: { of: UnsubscribeFrom; userId: number }): Buffer {
  return createHmac('sha256', key)
    .update(JSON.stringify(['unsubscribe', of, userId]))
    .digest()
}

/** The key for unsubscribe links of all emails except announcements. */
export async function findOrderEmailsKey(db: Kysely<DB>): Promise<Buffer> {
  const row = await db.selectFrom('order_emails').select('unsubscribe_key').executeTakeFirstOrThrow()
  return row.unsubscribe_key
}
