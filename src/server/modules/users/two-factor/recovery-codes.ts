import { randomBytes } from 'node:crypto'

import { limits } from '#contract/base/limits.ts'
import { hashWithSalt } from '#server/modules/users/auth/hash-password.ts'

/**
 * Crockford's base32: no letter looks like another or like a digit. The lower five bits of a byte choose one evenly.
 */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
/** 50 bits: too few for a plain hash, so they are hashed like passwords. */
const LENGTH = 10

export type HashedCodes = { salt: Buffer; hashes: readonly Buffer[] }

/** New codes, `xxxxx-xxxxx`, and the hashes to store. */
export async function drawRecoveryCodes(address: string): Promise<{ codes: string[]; hashed: HashedCodes }> {
  const codes = Array.from({ length: limits.recoveryCodes }, drawCode)
  const salt = randomBytes(16)
  const hashes: Buffer[] = []
  // One after the other, so that other sign-ins get their slots in between.
  for (const code of codes) hashes.push(await hashWithSalt(code, salt, address))
  const half = LENGTH / 2
  return {
    codes: codes.map((code) => `${code.slice(0, half)}-${code.slice(half)}`),
    hashed: { salt, hashes },
  }
}

/** The normalized code to hash; undefined if it isn't in the format of one. */
export function readRecoveryCode(typed: string): string | undefined {
  const code = typed.toLowerCase().replaceAll('o', '0').replaceAll(/[il]/g, '1')
  return code.length === LENGTH && [...code].every((letter) => alphabet.includes(letter)) ? code : undefined
}

function drawCode(): string {
  return Array.from(randomBytes(LENGTH), (byte) => alphabet[byte % alphabet.length] ?? '').join('')
}
