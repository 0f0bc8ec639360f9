import type { Context } from '#server/context.ts'
import { transact } from '#server/database/transact.ts'

import { isLongRenewed, lockRenewals, type SessionKey, stopChain } from './sessions-queries.ts'

/**
 * Somebody shows a token whose session is over. Where it was renewed, and not a moment ago, two have had it: whoever renewed
 * it, and this one. Nobody can tell which of them is the owner, so the whole family ends, and the owner signs in again.
 */
export async function endReusedFamily(
  ctx: Pick<Context, 'db' | 'news' | 'log'>,
  { userId, id }: SessionKey,
): Promise<void> {
  if (!(await isLongRenewed(ctx.db, { userId, id }))) return
  const ended = await transact(ctx, async (tx, tell) => {
    await lockRenewals(tx, userId)
    const ids = await stopChain(tx, { userId, sessionId: id, except: undefined })
    for (const sessionId of ids) tell({ topic: 'session', userId, sessionId })
    return ids.length
  })
  if (ended > 0) ctx.log.warn({ userId, ended }, 'a token that was renewed is used again: its sessions end')
}
