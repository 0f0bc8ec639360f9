import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

/** The key stored in `file`, if there is one. */
export function findSecretKey(file: string): string | undefined {
  if (!existsSync(file)) return undefined
  const key = readFileSync(file, 'utf8').trim()
  if (key.length < 16)
    throw new Error(`${file} is damaged: restore it, or the tokens and keys it protects are lost.`)
  return key
}

export function makeSecretKey(): string {
  return randomBytes(32).toString('base64url')
}

/**
 * Stores `key` in `file`, readable only by its owner, and returns the stored key: if two processes start at once, the first
 * one wins.
 */
export function storeSecretKey(file: string, key: string): string {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, `${key}\n`, { mode: 0o600 })
  try {
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
  return findSecretKey(file) ?? key
}
