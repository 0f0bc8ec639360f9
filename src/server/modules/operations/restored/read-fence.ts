import type { Pool } from 'pg'
import type { Logger } from 'pino'

import type { Events } from '#server/lib/events/events.ts'

/** A restore that has not been resumed: the database is fenced. */
export type Restoration = { id: string; archiveId: string; takenAt: Date; restoredAt: Date }

/** Undefined if the database is not fenced. */
export async function readFence(db: Pick<Pool, 'query'>): Promise<Restoration | undefined> {
  const { rows } = await db.query<Restoration>(
    `select id, archive_id as "archiveId", taken_at as "takenAt", restored_at as "restoredAt"
     from restorations where resumed_at is null`,
  )
  return rows[0]
}

export type Fence = {
  /** The database was restored and not resumed: this process sends and changes nothing. */
  isUp(): boolean
  /** Called once, after the resume. Returns a function that ends the subscription. */
  onEnd(listener: () => void): () => void
  stop(): void
}

const CHECK_EVERY_MS = 1_000

/**
 * Whether this process is fenced. Decided at its start, since a restore requires that no product uses the database, and
 * ends within a second after the resume; a process that is not fenced never becomes fenced.
 */
export async function makeFence({
  pool,
  events,
  log,
}: {
  pool: Pool
  events: Pick<Events, 'on'>
  log: Logger
}): Promise<Fence> {
  let isUp = (await readFence(pool)) !== undefined
  const listeners = new Set<() => void>()
  if (!isUp) return { isUp: () => false, onEnd: () => () => undefined, stop: () => undefined }

  let isChecking = false
  const check = async () => {
    if (isChecking || !isUp) return
    isChecking = true
    try {
      if ((await readFence(pool)) !== undefined) return
      isUp = false
      stop()
      log.info('the restored database was resumed')
      for (const listener of listeners) listener()
    } catch (error) {
      log.warn({ error: String(error) }, 'whether the restored database was resumed could not be read')
    } finally {
      isChecking = false
    }
  }
  const timer = setInterval(() => void check(), CHECK_EVERY_MS)
  const offs = (['resumed', 'gap'] as const).map((topic) => events.on(topic, () => void check()))
  const stop = () => {
    clearInterval(timer)
    for (const off of offs) off()
  }
  return {
    isUp: () => isUp,
    onEnd(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    stop,
  }
}
