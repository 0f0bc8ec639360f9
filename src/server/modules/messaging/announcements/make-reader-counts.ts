import type { ReaderCounts } from '#server/modules/messaging/notifications/announcement-readers.ts'

/** They hold for so many times as long as counting took: a small shop's are of now, and a large one's are read seldom. */
const TIMES_AS_LONG = 100
const KEPT_MAX_MS = 5 * 60_000

/** Counting reads every customer: whoever asks meanwhile shares the answer, and it is remembered for some minutes at most. */
export function makeReaderCounts({
  count,
  now = () => performance.now(),
}: {
  count: () => Promise<ReaderCounts>
  now?: () => number
}): () => Promise<ReaderCounts> {
  let kept: Promise<ReaderCounts> | undefined
  let until = Infinity

  const recount = async () => {
    const began = now()
    try {
      const counts = await count()
      until = now() + Math.min((now() - began) * TIMES_AS_LONG, KEPT_MAX_MS)
      return counts
    } catch (error) {
      kept = undefined
      throw error
    }
  }

  return () => {
    if (kept !== undefined && now() < until) return kept
    until = Infinity
    kept = recount()
    return kept
  }
}
