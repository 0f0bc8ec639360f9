/** Where the next read of a provider's part of a queue begins. */
export type QueueFront = {
  /** Undefined: at its beginning. */
  from(): Date | undefined
  /** Stores the result of a read: the oldest due time, and the database's time. */
  see(read: { now: Date; oldest: Date | undefined }): void
}

/** New entries are not due earlier than this long ago, unless their tx took longer; the next full read finds those. */
const SETTLED_MS = 20_000
const FULL_READ_MS = 60_000

/**
 * A long tx elsewhere keeps PostgreSQL from vacuuming, and each read would scan every row that has left the queue
 * since: with 200,000 dead rows 8 ms instead of 1. So rows before the oldest one seen are read only once a minute.
 */
export function makeQueueFront(): QueueFront {
  let after: Date | undefined
  let fullyReadAt = -Infinity
  return {
    from() {
      const now = performance.now()
      if (now - fullyReadAt <= FULL_READ_MS) return after
      fullyReadAt = now
      return undefined
    },
    see({ now, oldest }) {
      const settled = now.getTime() - SETTLED_MS
      after = new Date(Math.min(settled, oldest?.getTime() ?? settled))
    },
  }
}
