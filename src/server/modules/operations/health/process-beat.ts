import { hostname } from 'node:os'

import type { Context } from '#server/context.ts'

import { findFailingJobs } from '#server/lib/queue/loop.ts'

import { beat, deleteProcess, type ProcessRow } from './health-queries.ts'

export type ProcessBeat = {
  /** Seconds since this process last wrote to the database. */
  secondsSince(): number
  stop(): Promise<void>
}

const EVERY_MS = 5_000
/** The longest that stopping waits for the database. */
const STOP_WAIT_MS = 1_000

/**
 * Records every 5 s that this process is alive. Also detects a database that answers reads but accepts no writes (full
 * disk, standby after a failover).
 */
export function startBeat(ctx: Context, role: ProcessRow['role']): ProcessBeat {
  const row = { id: ctx.processId, role, host: hostname().slice(0, 200), pid: process.pid }
  let writtenAt = performance.now()
  let isWriting = false

  const write = async () => {
    if (isWriting) return
    isWriting = true
    try {
      await beat(ctx.db, row, findFailingJobs(ctx))
      writtenAt = performance.now()
    } catch (error) {
      ctx.log.warn({ error: String(error) }, 'the database takes no write')
    } finally {
      isWriting = false
    }
  }
  const timer = setInterval(() => void write(), EVERY_MS)
  void write()

  return {
    secondsSince: () => (performance.now() - writtenAt) / 1000,
    async stop() {
      clearInterval(timer)
      const gone = deleteProcess(ctx.db, row.id).catch(() => undefined)
      const timeout = Promise.withResolvers<void>()
      const late = setTimeout(timeout.resolve, STOP_WAIT_MS)
      await Promise.race([gone, timeout.promise])
      clearTimeout(late)
    },
  }
}
