import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { isLocked, lockDirectory } from '#server/lib/postgres/embedded/lock-directory.ts'
import { removeCluster } from '#server/lib/postgres/embedded/place-cluster.ts'

const PREFIX = 'tally-backup-check-'
const LOCK = 'scratch'
/** A folder is created a moment before it is locked. */
const YOUNG_MS = 60_000

/** Runs `work` in a temporary folder, which is removed afterwards, including its database. */
export async function withScratch<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  await removeStale()
  const folder = await mkdtemp(join(tmpdir(), PREFIX))
  try {
    const lock = lockDirectory(folder, LOCK)
    try {
      return await work(folder)
    } finally {
      lock.release()
    }
  } finally {
    await remove(folder)
  }
}

/** Removes the folders of runs that were killed. Never throws. */
export async function removeStale(): Promise<void> {
  for (const name of await readdir(tmpdir()).catch(() => [])) {
    if (!name.startsWith(PREFIX)) continue
    const folder = join(tmpdir(), name)
    // One folder that can't be removed must not block anything.
    await removeIfStale(folder).catch(() => undefined)
  }
}

/** Other accounts may write to the temporary folder: links and other accounts' folders are left alone. */
async function removeIfStale(folder: string): Promise<void> {
  const found = await lstat(folder)
  const isOurs = found.isDirectory() && found.uid === (process.getuid?.() ?? found.uid)
  if (!isOurs || Date.now() - found.mtimeMs < YOUNG_MS || isLocked(folder, LOCK)) return
  await remove(folder)
}

async function remove(folder: string): Promise<void> {
  await removeCluster(folder)
  await rm(folder, { recursive: true, force: true })
}
