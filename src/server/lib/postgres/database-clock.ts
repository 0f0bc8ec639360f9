import type { Pool } from 'pg'

const EVERY_MS = 5_000
/** How far the monotonic clock may drift from the database's. */
const DRIFT = 1 / 1_000

export type DatabaseClock = {
  now: () => Date
  /** Compares with the database's time. An error changes nothing. */
  follow: () => Promise<void>
  stop: () => void
}

/**
 * The database's time, advanced by this process's monotonic clock and compared every 5 s, so that a machine with a wrong
 * clock can't decide what is due, and all processes follow when a failover changes the time. Until the first answer it is
 * the machine's own time.
 */
export function makeDatabaseClock(pool: Pick<Pool, 'query'>): DatabaseClock {
  /** `offset` to the monotonic clock in ms, true to within `within` when it was read. */
  let known: { offset: number; within: number; readAt: number } | undefined

  const follow = async () => {
    const before = performance.now()
    const answer = await pool.query<{ now: Date }>('select clock_timestamp() as now').catch(() => undefined)
    const now = answer?.rows[0]?.now
    if (now === undefined) return
    const readAt = performance.now()
    // The database read its clock at some moment between the two.
    const within = (readAt - before) / 2
    const offset = now.getTime() - (before + within)
    const isBetter = known === undefined || within <= known.within + (readAt - known.readAt) * DRIFT
    if (isBetter || Math.abs(offset - (known?.offset ?? offset)) > within) known = { offset, within, readAt }
  }
  const timer = setInterval(() => void follow(), EVERY_MS)
  timer.unref()
  return {
    now: () => new Date(known === undefined ? Date.now() : known.offset + performance.now()),
    follow,
    stop: () => clearInterval(timer),
  }
}

/**
 * Milliseconds since the call, by the clock that advanced most: the monotonic clock and the database's time stop while a
 * machine is suspended, and the system clock may be set back.
 */
export function startStopwatch(clock: () => Date): () => number {
  const [database, system, monotonic] = [clock().getTime(), Date.now(), performance.now()]
  return () => Math.max(clock().getTime() - database, Date.now() - system, performance.now() - monotonic)
}
