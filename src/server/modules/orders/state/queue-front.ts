/** From where on a provider's part of a queue is looked at. */
export type QueueFront = {
  /** Undefined: all of it. */
  from(): Date | undefined
  /** What a look from there on found: the oldest that is due or will be, and the database's time. */
  see(look: { now: Date; oldest: Date | undefined }): void
}

/** Whatever is new is due later than so long ago, unless its tx took longer: then the next look at all finds it. */
const SETTLED_MS = 20_000
const LOOK_AT_ALL_MS = 60_000

/**
 * Where a tx that stays open keeps the database from cleaning up, each look would go through everything that has left
 * the queue since: with 200,000 such rows 8 ms instead of 1. So what lies before the oldest that was seen is looked at
 * once a minute only.
 */
export function makeQueueFront(): QueueFront {
  let after: Date | undefined
  let lookedAtAll = -Infinity
  return {
    from() {
      const now = performance.now()
      if (now - lookedAtAll <= LOOK_AT_ALL_MS) return after
      lookedAtAll = now
      return undefined
    },
    see({ now, oldest }) {
      const settled = now.getTime() - SETTLED_MS
      after = new Date(Math.min(settled, oldest?.getTime() ?? settled))
    },
  }
}
