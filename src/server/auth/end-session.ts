import type { Context } from '#server/context.ts'
import type { Tell, Tx } from '#server/database/transact.ts'
import { type By, transactAsStaff } from '#server/staff/transact-as-staff.ts'

import { lockRenewals, stopAll, stopChain, stopOthers } from './sessions-queries.ts'

/** `own`, the session that asks for it, goes on. `by` staff, who end somebody else's. */
type Ending = { userId: number; own?: string | undefined; by?: By | undefined }

/**
 * At once here, by the news in the other processes, with whatever came of it by renewal: whoever took it must not go on
 * under another id. False where it was over already.
 */
export async function endSession(
  ctx: Context,
  { sessionId, ...ending }: Ending & { sessionId: string },
): Promise<boolean> {
  const { userId, own } = ending
  const except = own === sessionId ? undefined : own
  return (await end(ctx, ending, (tx) => stopChain(tx, { userId, sessionId, except }))) > 0
}

/** All but the one that asks; answers how many there were. */
export async function endOtherSessions(ctx: Context, ending: Ending): Promise<number> {
  const { userId, own } = ending
  return end(ctx, ending, (tx) =>
    own === undefined ? stopAll(tx, userId) : stopOthers(tx, { userId, sessionId: own }),
  )
}

async function end(
  ctx: Context,
  { userId, by }: Ending,
  stop: (tx: Tx) => Promise<string[]>,
): Promise<number> {
  return transactAsStaff(ctx, by, async (tx, tell, record) => {
    await lockRenewals(tx, userId)
    const ended = await stop(tx)
    for (const sessionId of ended) tell({ topic: 'session', userId, sessionId })
    if (ended.length > 0) record({ action: 'user.sign_out', id: userId, after: { sessions: ended.length } })
    return ended.length
  })
}

/** All but one, in a tx that changes more. */
export async function endOthers(
  tx: Tx,
  tell: Tell,
  { userId, sessionId }: { userId: number; sessionId: string },
): Promise<void> {
  await lockRenewals(tx, userId)
  for (const ended of await stopOthers(tx, { userId, sessionId }))
    tell({ topic: 'session', userId, sessionId: ended })
}
