import type { Context } from '#server/context.ts'

import { countSlice } from './counting-queries.ts'
import { makeSliceCounter } from './make-slice-counter.ts'

/** Brings the daily figures up from the ledger. */
export function makeDayCounter(ctx: Context): () => Promise<false | number> {
  return makeSliceCounter(ctx, { progress: 'daily_progress', count: countSlice })
}
