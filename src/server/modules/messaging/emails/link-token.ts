import { createHmac, timingSafeEqual } from 'node:crypto'

import type { Secrets } from '#server/lib/crypto/secrets.ts'

/** What a letter's link is for, the row that it stands for, and the address that the letter goes to. */
export type Linked = {
  purpose: 'confirm-email' | 'cancel-email-change' | 'invitation' | 'reset-password'
  userId: number
  id: string
  email: string
}

const USER_ID_MAX = 2_147_483_647

/**
 * The token of a letter's link: which row it stands for, and a proof that we wrote it to that address. It is made anew for
 * each try to send it, so that neither it nor a hash of it has to be kept.
 */
export function makeLinkToken(key: Buffer, linked: Linked): string {
  return `${linked.userId}-${linked.id}-${proofOf(key, linked).toString('hex')}`
}

export function readLinkToken(token: string): { userId: number; id: string; proof: Buffer } | undefined {
  const [, userId, id, proof] = /^(\d{1,10})-(\d{1,18})-([0-9a-f]{64})$/.exec(token) ?? []
  if (userId === undefined || id === undefined || proof === undefined) return undefined
  // Nobody's: a number that no column holds is no question for the database.
  if (Number(userId) > USER_ID_MAX) return undefined
  return { userId: Number(userId), id, proof: Buffer.from(proof, 'hex') }
}

/** Under the key before, too: letters are under way while it is changed. */
export function isProofOf(proof: Buffer, linked: Linked, secrets: Secrets): boolean {
  const keys = [secrets.signingKey, ...(secrets.previousSigningKey ? [secrets.previousSigningKey] : [])]
  return keys.some((key) => timingSafeEqual(proof, proofOf(key, linked)))
}

function proofOf(key: Buffer, { purpose, userId, id, email }: Linked): Buffer {
  return createHmac('sha256', key)
    .update(JSON.stringify([purpose, userId, id, email]))
    .digest()
}
