import { createHash, randomBytes } from 'node:crypto'

export type KeyHash = { userId: number; hash: Buffer }

const SECRET_BYTES = 32
/** Characters of the secret that are shown to recognize a key by. */
const SHOWN = 4

/** "tr_12_…": the user's id and 256 random bits, so a single SHA-256 is enough. */
export function makeKey(userId: number): KeyHash & { key: string; prefix: string } {
  const secret = randomBytes(SECRET_BYTES).toString('base64url')
  const key = `tr_${userId}_${secret}`
  return { userId, key, hash: hashOf(key), prefix: `tr_${userId}_${secret.slice(0, SHOWN)}` }
}

/** Undefined for a text that is not in the form of a key. */
export function readKey(text: string): KeyHash | undefined {
  const userId = /^tr_([1-9]\d{0,9})_[\w-]{43}$/.exec(text)?.[1]
  if (userId === undefined || Number(userId) > 2_147_483_647) return undefined
  return { userId: Number(userId), hash: hashOf(text) }
}

function hashOf(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}
