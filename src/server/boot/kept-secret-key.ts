import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

/** The key that is kept in `file`, if there is one. */
export function findSecretKey(file: string): string | undefined {
  if (!existsSync(file)) return undefined
  const key = readFileSync(file, 'utf8').trim()
  if (key.length < 16)
    throw new Error(`${file} is damaged: restore it, or the tokens and keys it protects are lost.`)
  return key
}

export function drawSecretKey(): string {
  return randomBytes(32).toString('base64url')
}

/**
 * Keeps `key` in `file`, for its owner alone to read, and answers the key that is kept there from now on: of two
 * processes that start at once, the one that links its file first wins.
 */
export function keepSecretKey(file: string, key: string): string {
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
