import { spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'

export type SmallDisk = {
  /** Fills all free space; the returned function frees it. */
  fill: () => () => void
  remove: () => void
}

const SIZE = '1g'
const CHUNKS = [1_048_576, 4_096]

/** A disk mounted at `dir`, small enough to be filled; undefined if this process may not mount one. */
export function mountSmallDisk(dir: string): SmallDisk | undefined {
  mkdirSync(dir, { recursive: true })
  if (process.getuid?.() !== 0) return undefined
  const options = `size=${SIZE},mode=0711`
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', dir]).status !== 0) return undefined
  const ballast = join(dir, 'ballast')
  return {
    fill: () => {
      const file = openSync(ballast, 'a')
      for (const bytes of CHUNKS) fillBy(file, bytes)
      closeSync(file)
      return () => rmSync(ballast, { force: true })
    },
    // Lazily, so that a server that is still stopping does not block the run.
    remove: () => void spawnSync('umount', ['-l', dir]),
  }
}

function fillBy(file: number, bytes: number): void {
  const zeros = Buffer.alloc(bytes)
  try {
    while (writeSync(file, zeros) === bytes) continue
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}
