import type { Context } from '#server/context.ts'
import type { Publish, Tx } from '#server/lib/postgres/transact.ts'
import { type By, transactAsStaff } from '#server/modules/audit-log/transact-as-staff.ts'

import { lockRenewals, stopAll, stopChain, stopOthers } from './ending-queries.ts'

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
  return (await end(ctx, ending, (tx, publish) => endFamily(tx, publish, { userId, sessionId, except }))) > 0
}

/** All but the one that asks; answers how many there were. */
export async function endOtherSessions(ctx: Context, ending: Ending): Promise<number> {
  return end(ctx, ending, (tx, publish) => endOthers(tx, publish, ending))
}

async function end(
  ctx: Context,
  { userId, by }: Ending,
  stop: (tx: Tx, publish: Publish) => Promise<number>,
): Promise<number> {
  return transactAsStaff(ctx, by, async (tx, publish, record) => {
    const sessions = await stop(tx, publish)
    if (sessions > 0) record({ action: 'user.sign_out', id: userId, after: { sessions } })
    return sessions
  })
}

/** As `endOtherSessions`, in a tx that changes more; without `own` all of them. */
export async function endOthers(
  tx: Tx,
  publish: Publish,
  { userId, own }: Pick<Ending, 'userId' | 'own'>,
): Promise<number> {
  await lockRenewals(tx, userId)
  const ended =
    own === undefined ? await stopAll(tx, userId) : await stopOthers(tx, { userId, sessionId: own })
  return tellOf(publish, userId, ended)
}

/** As `endSession`, in a tx that changes more. */
export async function endFamily(
  tx: Tx,
  publish: Publish,
  { userId, sessionId, except }: { userId: number; sessionId: string; except?: string | undefined },
): Promise<number> {
  await lockRenewals(tx, userId)
  return tellOf(publish, userId, await stopChain(tx, { userId, sessionId, except }))
}

function tellOf(publish: Publish, userId: number, ended: readonly string[]): number {
  for (const sessionId of ended) publish({ topic: 'session', userId, sessionId })
  return ended.length
}
