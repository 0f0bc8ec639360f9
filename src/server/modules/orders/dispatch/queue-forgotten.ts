import type { Context } from '#server/context.ts'

import { findNextIdFrom, requeueLostRows } from './reroute-queries.ts'

/** Ids that one statement goes through. */
const SLICE = 20_000n

/**
 * Queues again what is queued by its own word, has no place in the queue, and no sending that is open, unknown or
 * accepted. There is none as long as every change is one tx; it is looked for at the start and hourly all the same.
 */
export async function requeueLostOrders(ctx: Context): Promise<false> {
  let from = await findNextIdFrom(ctx.db, 0n)
  while (from !== undefined && !ctx.stopping.aborted) {
    const count = await requeueLostRows(ctx.db, { from, to: from + SLICE })
    if (count > 0) ctx.log.error({ count, from }, 'orders that were in no queue are queued again')
    from = await findNextIdFrom(ctx.db, from + SLICE)
  }
  return false
}
