import type { Context } from '#server/context.ts'
import { transact, type Tx } from '#server/database/transact.ts'

import { lockRenewals, stopChain, stopOthers } from './sessions-queries.ts'

/**
 * At once here, by the news in the other processes, with whatever came of it by renewal: whoever took it must not go on
 * under another id. `by`, another session that asks for it, goes on. False where it was over already.
 */
export async function endSession(
  ctx: Context,
  { userId, sessionId, by }: { userId: number; sessionId: string; by?: string },
): Promise<boolean> {
  const except = by === sessionId ? undefined : by
  return (await end(ctx, userId, (tx) => stopChain(tx, { userId, sessionId, except }))) > 0
}

/** All but this one; answers how many there were. */
export async function endOtherSessions(
  ctx: Context,
  { userId, sessionId }: { userId: number; sessionId: string },
): Promise<number> {
  return end(ctx, userId, (tx) => stopOthers(tx, { userId, sessionId }))
}

async function end(ctx: Context, userId: number, stop: (tx: Tx) => Promise<string[]>): Promise<number> {
  return transact(ctx, async (tx, tell) => {
    await lockRenewals(tx, userId)
    const ended = await stop(tx)
    for (const sessionId of ended) tell({ topic: 'session', userId, sessionId })
    return ended.length
  })
}
