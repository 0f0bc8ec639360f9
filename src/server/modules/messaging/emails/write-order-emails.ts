import type { Context } from '#server/context.ts'
import { transact } from '#server/lib/postgres/transact.ts'
import { listOrderNews } from '#server/modules/messaging/notifications/order-notification.ts'

import { insertOrderLetters, lockOrderLetters, moveOrderLetters } from './emails-queries.ts'

const MINUTE_MS = 60_000
/** One letter tells of so much: whoever has a hundred orders an hour gets six letters, and not a hundred. */
const SPAN_MS = 10 * MINUTE_MS
/** What was written then is committed by now: a statement may take 8 s, and a tx some of them. */
const SETTLED_MS = 2 * MINUTE_MS
/** What is older is no news. */
const OLDEST_MS = 24 * 60 * MINUTE_MS

/**
 * Writes the letters of the spans that are over, each once, whichever process comes first: what a customer was told of
 * their orders then, for those who want it by letter. Answers whether there may be more.
 */
export async function writeOrderLetters(ctx: Context): Promise<boolean> {
  const now = ctx.clock().getTime()
  return transact(ctx, async (tx, publish) => {
    const until = await lockOrderLetters(tx)
    if (until === undefined) return false
    const from = new Date(Math.max(until.getTime(), now - OLDEST_MS))
    const to = new Date(Math.floor((from.getTime() + SPAN_MS) / SPAN_MS) * SPAN_MS)
    if (to.getTime() > now - SETTLED_MS) return false
    const events = await listOrderNews(tx, { from, to })
    await insertOrderLetters(tx, { event: `orders:${to.toISOString()}`, events })
    await moveOrderLetters(tx, to)
    if (events.length > 0) publish({ topic: 'mail' })
    return true
  })
}
