import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export type DirectoryLock = {
  /** Says who holds it, for those who come second. */
  note(facts: Record<string, unknown>): void
  release(): void
}

/**
 * Takes `dir/name.lock` for this process, or throws when another process (or this one) holds it.
 * The lock is the kernel's own file lock, taken through SQLite because Node has no call for it: it ends with the
 * process, `kill -9` included, so there is no stale lock to recognise and no reused process id to be fooled by.
 */
export function lockDirectory(dir: string, name: string): DirectoryLock {
  const lock = new DatabaseSync(join(dir, `${name}.lock`), { timeout: 0 })
  const noteFile = join(dir, `${name}.json`)
  try {
    // The journal stays in memory and nothing is written: the file only carries the lock.
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (!/locked/.test((error as Error).message)) throw error
    const holder = readNote(dir, name)?.['pid']
    throw new Error(
      `${dir} is in use by another process of this product${holder ? ` (process ${String(holder)})` : ''}. ` +
        'Stop that one first, or give this one a DATA_DIR of its own.',
      { cause: error },
    )
  }
  return {
    note: (facts) =>
      writeFileSync(noteFile, JSON.stringify({ pid: process.pid, ...facts }, null, 2), { mode: 0o600 }),
    release() {
      rmSync(noteFile, { force: true })
      lock.close()
    },
  }
}

/** What the holder of the lock noted; undefined when there is none, or it has not got that far. */
export function readNote(dir: string, name: string): Record<string, unknown> | undefined {
  try {
    const note: unknown = JSON.parse(readFileSync(join(dir, `${name}.json`), 'utf8'))
    return typeof note === 'object' && note !== null ? { ...note } : undefined
  } catch {
    return undefined
  }
}
