import type { Context } from '#server/context.ts'
import { transact } from '#server/lib/postgres/transact.ts'

import { endFamily } from './end-session.ts'
import { isPastGrace, type SessionKey } from './sessions-queries.ts'

/**
 * Somebody shows a token whose session is over. Where it was renewed, and its grace is over, two have had it: whoever renewed
 * it, and this one. Nobody can tell which of them is the owner, so the whole family ends, and the owner signs in again.
 */
export async function endReusedFamily(
  ctx: Pick<Context, 'db' | 'events' | 'security'>,
  { userId, id, address }: SessionKey & { address: string },
): Promise<void> {
  if (!(await isPastGrace(ctx.db, { userId, id }))) return
  const ended = await transact(ctx, (tx, publish) => endFamily(tx, publish, { userId, sessionId: id }))
  if (ended > 0) ctx.security.note('session_reused', { userId, address })
}
