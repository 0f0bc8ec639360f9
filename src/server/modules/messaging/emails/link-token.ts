import { createHmac, timingSafeEqual } from 'node:crypto'

import type { Secrets } from '#server/lib/crypto/secrets.ts'

/** How long a link works, as an interval. The emails' texts name it. */
export const linkLifetimes = {
  email_confirmation: '3 days',
  invitation: '7 days',
  password_reset: '1 hour',
} as const

/** What a link is for, the id of its row, and the address that the email goes to. */
export type Linked = {
  purpose: 'confirm-email' | 'cancel-email-change' | 'invitation' | 'reset-password'
  userId: number
  id: string
  email: string
}

const USER_ID_MAX = 2_147_483_647

/**
 * The token of a link in an email: its row, and a proof that we sent it to that address. Computed for each sending
 * attempt, so that neither it nor its hash is stored.
 */
export function makeLinkToken(key: Buffer, linked: Linked): string {
  return `${linked.userId}-${linked.id}-${proofOf(key, linked).toString('hex')}`
}

export function readLinkToken(token: string): { userId: number; id: string; proof: Buffer } | undefined {
  const [, userId, id, proof] = /^(\d{1,10})-(\d{1,18})-([0-9a-f]{64})$/.exec(token) ?? []
  if (userId === undefined || id === undefined || proof === undefined) return undefined
  // No column holds such a number, and the query would fail.
  if (Number(userId) > USER_ID_MAX) return undefined
  return { userId: Number(userId), id, proof: Buffer.from(proof, 'hex') }
}

/** Also accepts proofs under the previous SECRET_KEY, for emails sent before it was changed. */
export function isProofOf(proof: Buffer, linked: Linked, secrets: Secrets): boolean {
  const keys = [secrets.signingKey, ...(secrets.previousSigningKey ? [secrets.previousSigningKey] : [])]
  return keys.some((key) => timingSafeEqual(proof, proofOf(key, linked)))
}

function proofOf(key: Buffer, { purpose, userId, id, email }: Linked): Buffer {
  return createHmac('sha256', key)
    .update(JSON.stringify([purpose, userId, id, email]))
    .digest()
}
