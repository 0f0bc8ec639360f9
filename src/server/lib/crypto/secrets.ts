import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Keys derived from SECRET_KEY: one for signing tokens, one for encrypting stored secrets. */
export type Secrets = {
  readonly signingKey: Buffer
  /** Tokens signed with the previous key are still accepted. */
  readonly previousSigningKey?: Buffer
  /** Encrypts a text for the database. It can only be decrypted with the same `purpose`. */
  seal(purpose: string, text: string): Buffer
  /** Decrypts. Throws if the key is unknown, the purpose differs, or the text was changed. */
  open(purpose: string, sealed: Buffer): string
}

/** Prefix of every encrypted text: version, then the key's name. */
const MARK = Buffer.from('tr1:')
const NAME_BYTES = 8
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Encrypts and signs with `secretKey`; also reads what was encrypted or signed with `previous`. */
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

/** The name of the key it was encrypted with; undefined if it was encrypted before keys had names. */
export function sealedBy(sealed: Buffer): Buffer | undefined {
  if (!sealed.subarray(0, MARK.length).equals(MARK)) return undefined
  return sealed.subarray(MARK.length, MARK.length + NAME_BYTES)
}

type Keys = { name: Buffer; signingKey: Buffer; sealingKey: Buffer }

/** The name is derived like the keys and reveals nothing about them. */
function deriveKeys(secretKey: string): Keys {
  const derive = (info: string, bytes = 32) =>
    Buffer.from(hkdfSync('sha256', secretKey, 'tally-and-reach', info, bytes))
  return {
    name: derive('key name', NAME_BYTES),
    signingKey: derive('token signing'),
    sealingKey: derive('stored keys'),
  }
}

/** Tries all keys and throws the last one's error. A nonce that looks like `MARK` has a chance of 1 in 4 billion. */
function decipherUnnamed([own, ...others]: Keys[], purpose: string, sealed: Buffer): string {
  if (own === undefined) throw new Error('encrypted with an unknown key')
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

/** Re-encrypts a text with the current key; undefined if it can't be decrypted. */
export type Reseal = (purpose: string, sealed: Buffer) => Buffer | undefined
