import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs'
import { join } from 'node:path'

import {
  DirectoryInUse,
  isLocked,
  lockDirectory,
  shareDirectory,
} from '#server/lib/postgres/embedded/lock-directory.ts'

/** The files of one build, which are not removed while it is held. */
export type HeldBuild = {
  dir: string
  /** Also records that it was in use until now: open pages may still request its scripts. */
  release(): void
}

/** A build's folder: the first characters of the hash of its inputs. */
const buildName = /^[0-9a-f]{16}$/
/** A build that was being removed when the process was killed. */
const removedName = /^[0-9a-f]{16}\.removed$/
/** Shared by the processes that serve the build; its modification time is when one of them last started or ended. */
const lockName = 'in-use'
/** The previous version's build: its pages are still open in browsers. */
const othersKept = 1
/** Windows can't rename a folder with an open file. */
const isWindows = process.platform === 'win32'

/** Undefined if it does not exist or is being removed. */
export function holdBuild(dir: string): HeldBuild | undefined {
  if (!existsSync(dir)) return undefined
  const lock = share(dir)
  if (lock === 'being removed') return undefined
  noteUse(dir)
  return {
    dir,
    release() {
      noteUse(dir)
      lock?.release()
    },
  }
}

/** Undefined in a folder that this account may only read, and therefore never removes. */
function share(dir: string): { release(): void } | undefined | 'being removed' {
  try {
    return shareDirectory(dir, lockName)
  } catch (error) {
    if (error instanceof DirectoryInUse) return 'being removed'
    throw error
  }
}

/** Moves a complete build to its place in one step: an interrupted one never passes for complete. */
export function placeBuild(draft: string, dir: string): void {
  // Created here: another account may only read the folder, and can't share a lock file that does not exist.
  closeSync(openSync(join(draft, `${lockName}.lock`), 'w'))
  renameSync(draft, dir)
}

/**
 * Removes all builds except `current`, those in use by a process, and the most recently used other one. Failures are
 * ignored, so that no start fails.
 */
export function removeOldBuilds(buildsDir: string, current: string): void {
  const names = readdirSync(buildsDir)
  for (const name of names)
    if (removedName.test(name)) tryTo(() => rmSync(join(buildsDir, name), { recursive: true, force: true }))
  const others = names
    .filter((name) => buildName.test(name) && join(buildsDir, name) !== current)
    .map((name) => join(buildsDir, name))
    .filter((dir) => tryTo(() => !isLocked(dir, lockName)))
    .toSorted((one, other) => lastUse(other) - lastUse(one))
  for (const dir of others.slice(othersKept)) tryTo(() => removeBuild(dir))
}

function removeBuild(dir: string): void {
  const removed = `${dir}.removed`
  const lock = lockDirectory(dir, lockName)
  try {
    if (isWindows) lock.release()
    renameSync(dir, removed)
  } finally {
    if (!isWindows) lock.release()
  }
  rmSync(removed, { recursive: true, force: true })
}

/** Undefined if it fails: another account owns the folder, or a process has just started to use it. */
function tryTo<Done>(act: () => Done): Done | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}

function noteUse(dir: string): void {
  const now = new Date()
  try {
    utimesSync(join(dir, `${lockName}.lock`), now, now)
  } catch {
    // Owned by another account: the build then counts by its creation time.
  }
}

function lastUse(dir: string): number {
  return statSync(join(dir, `${lockName}.lock`), { throwIfNoEntry: false })?.mtimeMs ?? 0
}
