import type { ReaderCounts } from '#server/modules/messaging/notifications/announcement-readers.ts'

/** Counts are cached for a multiple of the time that counting took: briefly in a small shop, longer in a large one. */
const CACHED_PER_MS = 100
const CACHED_MAX_MS = 5 * 60_000

/** Caches `count`, which reads every customer. Concurrent callers share one count. */
export function makeReaderCounts({
  count,
  now = () => performance.now(),
}: {
  count: () => Promise<ReaderCounts>
  now?: () => number
}): () => Promise<ReaderCounts> {
  let cached: Promise<ReaderCounts> | undefined
  let until = Infinity

  const recount = async () => {
    const began = now()
    try {
      const counts = await count()
      until = now() + Math.min((now() - began) * CACHED_PER_MS, CACHED_MAX_MS)
      return counts
    } catch (error) {
      cached = undefined
      throw error
    }
  }

  return () => {
    if (cached !== undefined && now() < until) return cached
    until = Infinity
    cached = recount()
    return cached
  }
}
