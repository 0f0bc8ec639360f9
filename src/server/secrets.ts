import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** What is derived from SECRET_KEY: a key each for signing tokens and for encrypting stored keys. */
export type Secrets = {
  readonly signingKey: Buffer
  /** Encrypts a text for the database. `purpose` is bound to it: it opens only under the same one. */
  seal(purpose: string, text: string): Buffer
  /** Throws when the text was sealed with another SECRET_KEY, for another purpose, or changed. */
  open(purpose: string, sealed: Buffer): string
}

const NONCE_BYTES = 12
const TAG_BYTES = 16

export function makeSecrets(secretKey: string): Secrets {
  const derive = (info: string) => Buffer.from(hkdfSync('sha256', secretKey, 'tally-and-reach', info, 32))
  const signingKey = derive('token signing')
  const sealingKey = derive('stored keys')
  return {
    signingKey,
    seal(purpose, text) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', sealingKey, nonce).setAAD(Buffer.from(purpose))
      return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
    },
    open(purpose, sealed) {
      const nonce = sealed.subarray(0, NONCE_BYTES)
      const tag = sealed.subarray(sealed.length - TAG_BYTES)
      const decipher = createDecipheriv('aes-256-gcm', sealingKey, nonce)
        .setAAD(Buffer.from(purpose))
        .setAuthTag(tag)
      const body = sealed.subarray(NONCE_BYTES, sealed.length - TAG_BYTES)
      return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
    },
  }
}
