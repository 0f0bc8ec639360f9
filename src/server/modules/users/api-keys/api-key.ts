import { createHash, randomBytes } from 'node:crypto'

export type KeyHash = { userId: number; hash: Buffer }

const SECRET_BYTES = 32
/** Of the secret, so much is shown to know a key by. */
const SHOWN = 4

/** "tr_12_…": whose it is, and 256 bits that nobody can guess, so that one round of SHA-256 keeps them. */
export function makeKey(userId: number): KeyHash & { key: string; prefix: string } {
  const secret = randomBytes(SECRET_BYTES).toString('base64url')
  const key = `tr_${userId}_${secret}`
  return { userId, key, hash: hashOf(key), prefix: `tr_${userId}_${secret.slice(0, SHOWN)}` }
}

/** Of a text in the form of a key; undefined for any other. */
export function readKey(text: string): KeyHash | undefined {
  const userId = /^tr_([1-9]\d{0,9})_[\w-]{43}$/.exec(text)?.[1]
  if (userId === undefined || Number(userId) > 2_147_483_647) return undefined
  return { userId: Number(userId), hash: hashOf(text) }
}

function hashOf(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}
