import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** What is derived from SECRET_KEY: a key each for signing tokens and for encrypting stored keys. */
export type Secrets = {
  readonly signingKey: Buffer
  /** Tokens that were signed with the key before are still good. */
  readonly previousSigningKey?: Buffer
  /** Encrypts a text for the database. `purpose` is bound to it: it opens only under the same one. */
  seal(purpose: string, text: string): Buffer
  /** Throws when the text was sealed with a key that is not known, for another purpose, or changed. */
  open(purpose: string, sealed: Buffer): string
}

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Seals and signs with `secretKey`; what was sealed or signed with `previous` is understood too. */
export function makeSecrets(secretKey: string, previous?: string): Secrets {
  const { signingKey, sealingKey } = deriveKeys(secretKey)
  const before = previous === undefined ? undefined : deriveKeys(previous)
  return {
    signingKey,
    ...(before && { previousSigningKey: before.signingKey }),
    seal(purpose, text) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', sealingKey, nonce).setAAD(Buffer.from(purpose))
      return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
    },
    open(purpose, sealed) {
      if (before === undefined) return decipher(sealingKey, purpose, sealed)
      try {
        return decipher(sealingKey, purpose, sealed)
      } catch {
        return decipher(before.sealingKey, purpose, sealed)
      }
    },
  }
}

function deriveKeys(secretKey: string) {
  const derive = (info: string) => Buffer.from(hkdfSync('sha256', secretKey, 'tally-and-reach', info, 32))
  return { signingKey: derive('token signing'), sealingKey: derive('stored keys') }
}

function decipher(sealingKey: Buffer, purpose: string, sealed: Buffer): string {
  const nonce = sealed.subarray(0, NONCE_BYTES)
  const tag = sealed.subarray(sealed.length - TAG_BYTES)
  const opening = createDecipheriv('aes-256-gcm', sealingKey, nonce)
    .setAAD(Buffer.from(purpose))
    .setAuthTag(tag)
  const body = sealed.subarray(NONCE_BYTES, sealed.length - TAG_BYTES)
  return Buffer.concat([opening.update(body), opening.final()]).toString('utf8')
}

/** A sealed text sealed anew, or undefined where it does not open. */
export type Reseal = (purpose: string, sealed: Buffer) => Buffer | undefined
