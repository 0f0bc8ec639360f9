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

/** Before every sealed text: of this version, and then by which key. */
const MARK = Buffer.from('tr1:')
const NAME_BYTES = 8
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Seals and signs with `secretKey`; what was sealed or signed with `previous` is understood too. */
export function makeSecrets(secretKey: string, previous?: string): Secrets {
  const own = deriveKeys(secretKey)
  const before = previous === undefined ? undefined : deriveKeys(previous)
  const known = before === undefined ? [own] : [own, before]
  return {
    signingKey: own.signingKey,
    ...(before && { previousSigningKey: before.signingKey }),
    seal(purpose, text) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', own.sealingKey, nonce).setAAD(Buffer.from(purpose))
      const body = [cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]
      return Buffer.concat([MARK, own.name, nonce, ...body])
    },
    open(purpose, sealed) {
      const name = sealedBy(sealed)
      const named = name && known.find((keys) => keys.name.equals(name))
      if (named) return decipher(named.sealingKey, purpose, sealed.subarray(MARK.length + NAME_BYTES))
      return decipherUnnamed(known, purpose, sealed)
    },
  }
}

/** The name of the key that it was sealed with; undefined for what was sealed before keys were named. */
export function sealedBy(sealed: Buffer): Buffer | undefined {
  if (!sealed.subarray(0, MARK.length).equals(MARK)) return undefined
  return sealed.subarray(MARK.length, MARK.length + NAME_BYTES)
}

type Keys = { name: Buffer; signingKey: Buffer; sealingKey: Buffer }

/** The name is derived as the keys are and tells nothing of them. */
function deriveKeys(secretKey: string): Keys {
  const derive = (info: string, bytes = 32) =>
    Buffer.from(hkdfSync('sha256', secretKey, 'tally-and-reach', info, bytes))
  return {
    name: derive('key name', NAME_BYTES),
    signingKey: derive('token signing'),
    sealingKey: derive('stored keys'),
  }
}

/** Throws what the last key says. A nonce that looks like a mark is one in four thousand millions. */
function decipherUnnamed([own, ...others]: Keys[], purpose: string, sealed: Buffer): string {
  if (own === undefined) throw new Error('sealed with a key that is not known')
  try {
    return decipher(own.sealingKey, purpose, sealed)
  } catch (error) {
    if (others.length === 0) throw error
    return decipherUnnamed(others, purpose, sealed)
  }
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
