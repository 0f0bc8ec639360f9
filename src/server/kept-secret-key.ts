import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

/**
 * The key in `file`, made at the first call, for its owner alone to read.
 * Two processes may start at once: the one that links its file first wins, and both read that one.
 */
export function keptSecretKey(file: string) {
  if (!existsSync(file)) {
    const draft = `${file}.${process.pid}`
    writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 })
    try {
      linkSync(draft, file)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    } finally {
      rmSync(draft, { force: true })
    }
  }
  const key = readFileSync(file, 'utf8').trim()
  if (key.length < 16)
    throw new Error(`${file} is damaged: restore it, or the tokens and keys it protects are lost.`)
  return key
}
