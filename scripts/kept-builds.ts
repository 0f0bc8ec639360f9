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

/** The files of one build, which nobody removes while it is held. */
export type HeldBuild = {
  dir: string
  /** Also notes that it was in use until now: open pages may still ask for its scripts. */
  release(): void
}

/** A build's folder: the beginning of the hash of its inputs. */
const buildName = /^[0-9a-f]{16}$/
/** One that was being removed when its process was killed. */
const removedName = /^[0-9a-f]{16}\.removed$/
/** Shared by the processes that serve the build; its time of change is when one of them last began or ended. */
const lockName = 'in-use'
/** That of the version before: its pages are still open in browsers. */
const othersKept = 1
/** Windows renames no folder of which a file is open. */
const isWindows = process.platform === 'win32'

/** Undefined if it is not there, or is being removed. */
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

/** Undefined in a folder that this account may only read, and nobody removes. */
function share(dir: string): { release(): void } | undefined | 'being removed' {
  try {
    return shareDirectory(dir, lockName)
  } catch (error) {
    if (error instanceof DirectoryInUse) return 'being removed'
    throw error
  }
}

/** Moves a complete build to its place in one step: an interrupted one never passes for it. */
export function placeBuild(draft: string, dir: string): void {
  // Made here: another account may read the folder only, and share nothing that is not there.
  closeSync(openSync(join(draft, `${lockName}.lock`), 'w'))
  renameSync(draft, dir)
}

/**
 * Removes all but `current`, those that a process has in use, and the last one that was. What cannot be removed stays:
 * no start fails for it.
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

/** Undefined if it fails: another account made the folder, or a process has just begun to use it. */
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
    // Not ours to change: then the build is kept by when it was made.
  }
}

function lastUse(dir: string): number {
  return statSync(join(dir, `${lockName}.lock`), { throwIfNoEntry: false })?.mtimeMs ?? 0
}
