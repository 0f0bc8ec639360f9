import type { Context } from '#server/context.ts'

import { listNextOrders, removeSamples } from './samples-queries.ts'

const BATCH_MAX = 2_000

/**
 * How the orders of somebody who has left were delivered; the orders stay. A batch at a time, and not in the tx of their
 * leaving: whoever had 500,000 orders would hold their account for longer than a statement may take. Once more goes on.
 */
export async function deleteSamples(
  { db }: Pick<Context, 'db'>,
  { userId, afterEach }: { userId: number; afterEach: () => Promise<unknown> },
): Promise<void> {
  let above = 0n
  for (;;) {
    const ids = await listNextOrders(db, { userId, above, max: BATCH_MAX })
    if (ids.length > 0) await removeSamples(db, { userId, ids })
    above = ids.at(-1) ?? above
    await afterEach()
    if (ids.length < BATCH_MAX) return
  }
}
