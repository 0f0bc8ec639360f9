import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

import { ConfigError } from '#server/lib/environment/environment.ts'

export type DirectoryLock = {
  /** Says more of who holds it, for those who come second. */
  note(facts: Record<string, unknown>): void
  /** Says that it will be released soon, which is worth waiting for. */
  noteStopping(): void
  release(): void
}

export class DirectoryInUse extends ConfigError {
  override name = 'DirectoryInUse'
}

/** One that is told to stop may learn of it a moment after we are started in its place. */
const GRACE_SECONDS = 5
/** A process stops within 30 s, and then its database does. */
const STOPPING_SECONDS = 40
const POLL_MS = 100

/**
 * Takes `dir/name.lock` for this process, or throws when another process (or this one) holds it.
 * The lock is the kernel's own file lock, taken through SQLite because Node has no call for it: it ends with the
 * process, `kill -9` included, so there is no stale lock to recognise and no reused process id to be fooled by.
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
    // Through another name, so that a reader never sees half of it.
    writeFileSync(`${noteFile}.new`, JSON.stringify(noted, null, 2), { mode: 0o600 })
    renameSync(`${noteFile}.new`, noteFile)
  }
  return {
    note,
    noteStopping() {
      try {
        note({ isStopping: true })
      } catch {
        // A full disk: who waits then gives up earlier.
      }
    },
    release() {
      rmSync(noteFile, { force: true })
      lock.close()
    },
  }
}

/** The same, after a holder that is about to go: a restart begins while the last run is still stopping. */
export async function awaitDirectory(
  dir: string,
  name: string,
  {
    say = () => undefined,
    graceSeconds = GRACE_SECONDS,
  }: { say?: ((line: string) => void) | undefined; graceSeconds?: number } = {},
): Promise<DirectoryLock> {
  const started = performance.now()
  for (let isSaid = false; ; isSaid = true) {
    try {
      return lockDirectory(dir, name)
    } catch (error) {
      if (!(error instanceof DirectoryInUse)) throw error
      const { pid, isStopping } = readNote(dir, name) ?? {}
      const seconds = isStopping === true ? STOPPING_SECONDS : graceSeconds
      if (performance.now() - started > seconds * 1000) throw error
      const holder = pid === undefined ? 'another process' : `process ${String(pid)}`
      if (!isSaid) say(`Waiting for ${holder} to let go of ${dir} …`)
    }
    await sleep(POLL_MS)
  }
}

/** Whether anybody holds it; what the holder noted is left alone. */
export function isLocked(dir: string, name: string): boolean {
  const lock = tryLock(dir, name)
  lock?.close()
  return lock === undefined
}

/** What the holder of the lock noted, or the last one if it was killed; undefined when there is nothing. */
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
    // The journal stays in memory and nothing is written: the file only carries the lock.
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    return lock
  } catch (error) {
    lock.close()
    if (/locked/.test((error as Error).message)) return undefined
    throw error
  }
}
