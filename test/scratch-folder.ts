import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** In memory, by a convention of Linux. Containers have 64 MB there by default. */
const memoryFolder = '/dev/shm'
const roomBytes = 3e9

/**
 * Makes `tmpdir()` of this process, and of those that it starts from now on, a fresh folder that is deleted with its
 * content at the end of the run. In memory where there is room: a database is 500 files, and creating them per test
 * file costs 12 ms there, and 400 ms of CPU on an ext4 without a journal, which checks every inode that was deleted
 * in the last seconds.
 */
export function makeScratchFolder(): { remove: () => void } {
  const before = process.env['TMPDIR']
  const base = hasRoom() ? memoryFolder : tmpdir()
  removeLeft(base)
  const path = mkdtempSync(join(base, `tally-run-${process.pid}-`))
  // Open like every temporary folder: PostgreSQL has its own account, and so has one of the tests.
  chmodSync(path, 0o1777)
  process.env['TMPDIR'] = path
  return {
    remove() {
      if (before === undefined) delete process.env['TMPDIR']
      else process.env['TMPDIR'] = before
      rmSync(path, { recursive: true, force: true })
    },
  }
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memoryFolder)
    return bavail * bsize > roomBytes && process.availableMemory() > 2 * roomBytes
  } catch {
    return false // another system than Linux
  }
}

/** Folders of killed runs. */
function removeLeft(base: string): void {
  for (const name of readdirSync(base)) {
    const pid = /^tally-run-(\d+)-/.exec(name)?.[1]
    if (pid === undefined || isAlive(Number(pid)) || isYoung(join(base, name))) continue
    rmSync(join(base, name), { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Containers that share the folder have separate process ids: another container's run looks like a dead one of ours. */
function isYoung(path: string): boolean {
  const madeAt = statSync(path, { throwIfNoEntry: false })?.birthtimeMs ?? Infinity
  return Date.now() - madeAt < 24 * 3600_000
}
