import type { Context } from '#server/context.ts'
import { transact } from '#server/lib/postgres/transact.ts'

import { deleteViewsOf } from './views-queries.ts'

/** At once here, by the news in the other processes: what a viewer has of one account. */
export async function endViews(
  ctx: Context,
  { viewerId, userId }: { viewerId: number; userId: number },
): Promise<void> {
  await transact(ctx, async (tx, publish) => {
    for (const id of await deleteViewsOf(tx, { viewerId, userId }))
      publish({ topic: 'session', userId, sessionId: id })
  })
}
