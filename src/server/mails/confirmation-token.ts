import { createHmac, timingSafeEqual } from 'node:crypto'

import type { Secrets } from '#server/secrets.ts'

export type Confirmation = { userId: number; id: string; email: string }

const USER_ID_MAX = 2_147_483_647

/**
 * The token of a confirmation's letter: which one it is, and a proof that we wrote it to that address. It is made anew for
 * each try to send it, so that neither it nor a hash of it has to be kept.
 */
export function makeConfirmationToken(key: Buffer, confirmation: Confirmation): string {
  return `${confirmation.userId}-${confirmation.id}-${proofOf(key, confirmation).toString('hex')}`
}

export function readConfirmationToken(
  token: string,
): { userId: number; id: string; proof: Buffer } | undefined {
  const [, userId, id, proof] = /^(\d{1,10})-(\d{1,18})-([0-9a-f]{64})$/.exec(token) ?? []
  if (userId === undefined || id === undefined || proof === undefined) return undefined
  // Nobody's: a number that no column holds is no question for the database.
  if (Number(userId) > USER_ID_MAX) return undefined
  return { userId: Number(userId), id, proof: Buffer.from(proof, 'hex') }
}

/** Under the key before, too: letters are under way while it is changed. */
export function isProofOf(proof: Buffer, confirmation: Confirmation, secrets: Secrets): boolean {
  const keys = [secrets.signingKey, ...(secrets.previousSigningKey ? [secrets.previousSigningKey] : [])]
  return keys.some((key) => timingSafeEqual(proof, proofOf(key, confirmation)))
}

function proofOf(key: Buffer, { userId, id, email }: Confirmation): Buffer {
  return createHmac('sha256', key)
    .update(JSON.stringify(['confirm-email', userId, id, email]))
    .digest()
}
