import { randomBytes } from 'node:crypto'

import { limits } from '#contract/base/limits.ts'
import { hashWithSalt } from '#server/modules/users/auth/hash-password.ts'

/** Crockford's: no letter is taken for another one or for a figure. A byte's lower five bits choose one evenly. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
/** 50 bits: hashed as passwords are, since they are no longer than that. */
const LENGTH = 10

export type KeptCodes = { salt: Buffer; hashes: readonly Buffer[] }

/** New codes as they are told once, `xxxxx-xxxxx`, and what is kept of them. */
export async function drawRecoveryCodes(address: string): Promise<{ codes: string[]; kept: KeptCodes }> {
  const codes = Array.from({ length: limits.recoveryCodes }, drawCode)
  const salt = randomBytes(16)
  const hashes: Buffer[] = []
  // One after the other, so that others who sign in have their turn between them.
  for (const code of codes) hashes.push(await hashWithSalt(code, salt, address))
  const half = LENGTH / 2
  return {
    codes: codes.map((code) => `${code.slice(0, half)}-${code.slice(half)}`),
    kept: { salt, hashes },
  }
}

/** What somebody typed, as codes are hashed; undefined for what is none. */
export function readRecoveryCode(typed: string): string | undefined {
  const code = typed.toLowerCase().replaceAll('o', '0').replaceAll(/[il]/g, '1')
  return code.length === LENGTH && [...code].every((letter) => alphabet.includes(letter)) ? code : undefined
}

function drawCode(): string {
  return Array.from(randomBytes(LENGTH), (byte) => alphabet[byte % alphabet.length] ?? '').join('')
}
