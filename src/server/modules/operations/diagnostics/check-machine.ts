import { randomUUID } from 'node:crypto'
import { open, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'

import type { Diagnosed } from '#contract/operations/diagnostics.ts'
import type { Context } from '#server/context.ts'
import { FREE_BYTES_LEAST } from '#server/modules/operations/backups/automatic/free-space.ts'

import { listClockTests, readClock } from './diagnostics-queries.ts'

const FREE_BYTES_MIN = 2 * 1024 ** 3

/** The disk with the files and the embedded database. */
export async function checkDisk({ config }: Pick<Context, 'config'>): Promise<Diagnosed[]> {
  const { bavail, bsize } = await statfs(config.dataDir)
  const free = bavail * bsize
  const low = free < FREE_BYTES_LEAST ? 'disk_full' : 'disk_low'
  return [{ code: free < FREE_BYTES_MIN ? low : 'disk_good', details: { free_bytes: free } }]
}

const SYNC_BYTES = 8_192
const SYNC_MS = 250
const SYNCS_MAX = 500
/** A hard disk completes about a hundred; each commit waits for one. */
const SYNCS_MIN = 50

/** How many small writes per second reach the disk. Rejects if DATA_DIR is not writable. */
export async function checkSyncs({ config }: Pick<Context, 'config'>): Promise<Diagnosed[]> {
  const path = join(config.dataDir, `sync-test-${randomUUID()}`)
  const file = await open(path, 'wx', 0o600)
  try {
    const page = Buffer.alloc(SYNC_BYTES, 1)
    const started = performance.now()
    let syncs = 0
    while (syncs < SYNCS_MAX && performance.now() - started < SYNC_MS) {
      await file.write(page, 0, SYNC_BYTES, 0)
      await file.datasync()
      syncs += 1
    }
    const count = Math.round((syncs * 1000) / (performance.now() - started))
    return [{ code: count < SYNCS_MIN ? 'syncs_slow' : 'syncs_good', details: { count } }]
  } finally {
    await file.close()
    await rm(path, { force: true })
  }
}

/** A larger difference shows in times on pages. */
const CLOCK_SECONDS = 2

/**
 * The machine's clock against the database's, and the database's against the last connection test of each provider, the
 * only external clocks known.
 */
export async function checkClocks({ db }: Pick<Context, 'db'>): Promise<Diagnosed[]> {
  const before = Date.now()
  const clock = await readClock(db)
  const within = (Date.now() - before) / 2
  const offset = clock.getTime() - before - within
  const seconds = Math.round(offset / 1000)
  const isOff = Math.abs(offset) - within > CLOCK_SECONDS * 1000
  const outside = (await listClockTests(db)).map((details): Diagnosed => ({
    code: 'clock_off_outside',
    details,
  }))
  return [isOff ? { code: 'clock_off', details: { seconds } } : { code: 'clock_good' }, ...outside]
}
