import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

import { ConfigError } from '#server/lib/environment/environment.ts'

export type DirectoryLock = {
  /** Stores facts about the holder next to the lock, for processes that wait. */
  note(facts: Record<string, unknown>): void
  /** Tells waiting processes that it will be released soon. */
  noteStopping(): void
  release(): void
}

export class DirectoryInUse extends ConfigError {
  override name = 'DirectoryInUse'
}

/** At a restart, the old process may be asked to stop a moment after the new one starts. */
const GRACE_SECONDS = 5
/** A process stops within 30 s, then its database. */
const STOPPING_SECONDS = 40
const POLL_MS = 100

/**
 * Locks `dir/name.lock`, or throws if this or another process holds it. It is a kernel file lock, taken through SQLite
 * because Node has no call for it: it ends with the process, also by `kill -9`, so there are no stale locks.
 */
export function lockDirectory(dir: string, name: string): DirectoryLock {
  const lock = tryLock(dir, name)
  if (lock === undefined) {
    const holder = readNote(dir, name)?.['pid']
    throw new DirectoryInUse(
      `${dir} is in use by another process of this product${holder ? ` (process ${String(holder)})` : ''}. ` +
        'Stop that one first, or give this one a DATA_DIR of its own.',
    )
  }
  const noteFile = join(dir, `${name}.json`)
  let noted: Record<string, unknown> = { pid: process.pid }
  const note = (facts: Record<string, unknown>) => {
    noted = { ...noted, ...facts }
    // Atomically, so that a reader never sees half of it.
    writeFileSync(`${noteFile}.new`, JSON.stringify(noted, null, 2), { mode: 0o600 })
    renameSync(`${noteFile}.new`, noteFile)
  }
  return {
    note,
    noteStopping() {
      try {
        note({ isStopping: true })
      } catch {
        // Disk full: a waiting process just gives up earlier.
      }
    },
    release() {
      rmSync(noteFile, { force: true })
      lock.close()
    },
  }
}

/** The same, but waits for a holder that is stopping, as at a restart. */
export async function awaitDirectory(
  dir: string,
  name: string,
  {
    say = () => undefined,
    graceSeconds = GRACE_SECONDS,
  }: { say?: ((line: string) => void) | undefined; graceSeconds?: number } = {},
): Promise<DirectoryLock> {
  const started = performance.now()
  let isStopping = false
  for (let isSaid = false; ; isSaid = true) {
    try {
      return lockDirectory(dir, name)
    } catch (error) {
      if (!(error instanceof DirectoryInUse)) throw error
      const note = readNote(dir, name)
      // The note disappears a moment before the lock: until there is another, the holder is the same.
      if (note !== undefined) isStopping = note['isStopping'] === true
      const pid = note?.['pid']
      const seconds = isStopping ? STOPPING_SECONDS : graceSeconds
      if (performance.now() - started > seconds * 1000) throw error
      const holder = pid === undefined ? 'another process' : `process ${String(pid)}`
      if (!isSaid) say(`Waiting for ${holder} to release ${dir} …`)
    }
    await sleep(POLL_MS)
  }
}

/**
 * Shares `dir/name.lock` with any number of processes until this one ends or calls `release`; meanwhile nobody gets it
 * exclusively. Throws like `lockDirectory`. Undefined if the file doesn't exist and can't be created.
 */
export function shareDirectory(dir: string, name: string): { release(): void } | undefined {
  let lock: DatabaseSync
  try {
    lock = new DatabaseSync(join(dir, `${name}.lock`), { timeout: 0 })
  } catch {
    return undefined
  }
  try {
    lock.exec('BEGIN')
    // Shared from the first read until the end of the tx.
    lock.prepare('SELECT count(*) FROM sqlite_schema').get()
    return { release: () => lock.close() }
  } catch (error) {
    lock.close()
    if (/locked/.test((error as Error).message)) throw new DirectoryInUse(`${dir} is in use.`)
    throw error
  }
}

/** Whether any process holds it. */
export function isLocked(dir: string, name: string): boolean {
  const lock = tryLock(dir, name)
  lock?.close()
  return lock === undefined
}

/** The facts stored by the holder, or by the last one if it was killed; undefined if there are none. */
export function readNote(dir: string, name: string): Record<string, unknown> | undefined {
  try {
    const note: unknown = JSON.parse(readFileSync(join(dir, `${name}.json`), 'utf8'))
    return typeof note === 'object' && note !== null ? { ...note } : undefined
  } catch {
    return undefined
  }
}

function tryLock(dir: string, name: string): DatabaseSync | undefined {
  const lock = new DatabaseSync(join(dir, `${name}.lock`), { timeout: 0 })
  try {
    // Nothing is written: the file only carries the lock.
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    return lock
  } catch (error) {
    lock.close()
    if (/locked/.test((error as Error).message)) return undefined
    throw error
  }
}
