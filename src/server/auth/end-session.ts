import type { Context } from '#server/context.ts'

import { stopSession } from './sessions-queries.ts'

/** At once here, by the news in the other processes. False where it was over already. */
export async function endSession(
  ctx: Context,
  { userId, sessionId }: { userId: number; sessionId: string },
): Promise<boolean> {
  const wasLive = await stopSession(ctx.db, { userId, sessionId })
  ctx.news.tell({ topic: 'session', userId, sessionId })
  return wasLive
}
