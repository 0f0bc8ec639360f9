import type { Context } from '#server/context.ts'
import { transact, type Tx } from '#server/lib/postgres/transact.ts'

import { moveProgress, type Progress, seeTheSame, type Slice, takeSlice } from './counting-queries.ts'

const HOUR_MS = 3_600_000
const SLICE_MS = { first: HOUR_MS / 12, least: 100, most: 24 * HOUR_MS } as const
/** A slice that took longer is followed by one half as long, one that took a tenth of it by one twice as long. */
const WORK_MS = 1000

type Counting = { progress: Progress; count: (tx: Tx, slice: Slice) => Promise<void> }

/**
 * Counts what happened, a slice of time in each call and each slice once, of which one process at a time counts. Answers
 * for how long to rest when there is more: as long as it took, so that making all of it anew leaves the database to the
 * customers; else false.
 */
export function makeSliceCounter(ctx: Context, { progress, count }: Counting): () => Promise<false | number> {
  let sliceMs: number = SLICE_MS.first
  return async () => {
    const started = performance.now()
    try {
      const slice = await transact(ctx, async (tx) => {
        await seeTheSame(tx)
        const next = await takeSlice(tx, sliceMs, progress)
        if (next === undefined) return undefined
        await count(tx, next)
        await moveProgress(tx, progress, next)
        return next
      })
      const tookMs = performance.now() - started
      const wasWhole = slice !== undefined && slice.until.getTime() - slice.from.getTime() >= sliceMs
      if (tookMs > WORK_MS) sliceMs = Math.max(SLICE_MS.least, sliceMs / 2)
      else if (tookMs < WORK_MS / 10 && wasWhole) sliceMs = Math.min(SLICE_MS.most, sliceMs * 2)
      return isBehind(ctx, slice) && tookMs
    } catch (error) {
      // Among other things a slice that is too much for one statement.
      sliceMs = Math.max(SLICE_MS.least, sliceMs / 8)
      throw error
    }
  }
}

const CLOSE_MS = 5000

function isBehind(ctx: Context, slice: { until: Date } | undefined): boolean {
  return slice !== undefined && ctx.clock().getTime() - slice.until.getTime() > CLOSE_MS
}
