import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'

import { BackupRefused, isAltered, isTorn } from '#server/modules/operations/backups/backup-refused.ts'

import { makeByteReader } from './byte-reader.ts'

/**
 * A sealed archive is the magic, a salt, a value that proves the passphrase, and the archive in blocks of AES-256-GCM.
 * A block's nonce contains its number and whether it is the last, so that none can be removed, moved or cut off. The
 * random salt makes the key unique to the file.
 */
export const sealedMagic = Buffer.from('tally-sealed-1\n\0', 'latin1')
const SALT_BYTES = 16
const PROOF_BYTES = 16
const KEY_BYTES = 32
const TAG_BYTES = 16
const BLOCK_BYTES = 256 * 1024
const IS_LAST = 0x80000000

/** 128 MB and a third of a second per attempt. */
const cost = { N: 2 ** 17, r: 8, p: 1, maxmem: 160 * 1024 * 1024 }
const derive = promisify<string, Buffer, number, typeof cost, Buffer>(scrypt)

type Keys = { key: Buffer; proof: Buffer }

async function deriveKeys(passphrase: string, salt: Buffer): Promise<Keys> {
  // Systems encode the same typed text in two forms.
  const derived = await derive(passphrase.normalize('NFKC'), salt, KEY_BYTES + PROOF_BYTES, cost)
  return { key: derived.subarray(0, KEY_BYTES), proof: derived.subarray(KEY_BYTES) }
}

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt8(isLast ? 1 : 0, 0)
  nonce.writeUIntBE(number, 6, 6)
  return nonce
}

export type Sealer = {
  /** The sealed bytes that are ready, possibly none. */
  add(bytes: Buffer): Buffer
  end(): Buffer
}

/** The head, which must be written first, and the sealer for the rest. */
export async function makeSealer(passphrase: string): Promise<{ head: Buffer; sealer: Sealer }> {
  const salt = randomBytes(SALT_BYTES)
  const { key, proof } = await deriveKeys(passphrase, salt)
  let number = 0
  let waiting: Buffer = Buffer.alloc(0)
  const seal = (plain: Buffer, isLast: boolean) => {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(number, isLast))
    number += 1
    const length = Buffer.alloc(4)
    length.writeUInt32BE((plain.length | (isLast ? IS_LAST : 0)) >>> 0)
    return Buffer.concat([length, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
  }
  const sealer: Sealer = {
    add(bytes) {
      waiting = waiting.length === 0 ? bytes : Buffer.concat([waiting, bytes])
      const sealed: Buffer[] = []
      // Only the end shows which block is last, so a full one waits for more bytes.
      while (waiting.length > BLOCK_BYTES) {
        sealed.push(seal(waiting.subarray(0, BLOCK_BYTES), false))
        waiting = waiting.subarray(BLOCK_BYTES)
      }
      return Buffer.concat(sealed)
    },
    end: () => seal(waiting, true),
  }
  return { head: Buffer.concat([sealedMagic, salt, proof]), sealer }
}

/** Decrypts a sealed archive. Throws `BackupRefused` for a wrong passphrase, and for missing or altered bytes. */
export async function* unseal(source: AsyncIterable<Buffer>, passphrase: string): AsyncGenerator<Buffer> {
  const reader = makeByteReader(source, isTorn)
  const head = await reader.read(sealedMagic.length + SALT_BYTES + PROOF_BYTES)
  if (head === undefined) throw isTorn()
  const salt = head.subarray(sealedMagic.length, sealedMagic.length + SALT_BYTES)
  const { key, proof } = await deriveKeys(passphrase, salt)
  if (!proof.equals(head.subarray(-PROOF_BYTES)))
    throw new BackupRefused('wrong_passphrase', 'This is not the passphrase of this backup.')
  for (let number = 0; ; number += 1) {
    const length = (await reader.read(4))?.readUInt32BE(0)
    if (length === undefined) throw isTorn()
    const isLast = length >= IS_LAST
    const bytes = length % IS_LAST
    if (bytes > BLOCK_BYTES) throw isAltered()
    const sealed = await reader.read(bytes + TAG_BYTES)
    if (sealed === undefined) throw isTorn()
    yield openBlock(key, nonceOf(number, isLast), sealed)
    if (!isLast) continue
    if ((await reader.read(1)) !== undefined) throw isAltered()
    return
  }
}

function openBlock(key: Buffer, nonce: Buffer, sealed: Buffer): Buffer {
  const opening = createDecipheriv('aes-256-gcm', key, nonce).setAuthTag(sealed.subarray(-TAG_BYTES))
  try {
    return Buffer.concat([opening.update(sealed.subarray(0, -TAG_BYTES)), opening.final()])
  } catch (error) {
    throw isAltered({ cause: error })
  }
}
