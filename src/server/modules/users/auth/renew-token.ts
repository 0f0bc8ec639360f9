import { AppError } from '#contract/base/errors.ts'
import type { Context } from '#server/context.ts'

import { makeTokenSigner } from './authenticate.ts'
import { takeTry } from './limit-tries.ts'
import { type Device, findRenewed, renewSession } from './sessions-queries.ts'

/**
 * A token of the session that takes this one's place, for as long as that lasts; the old one still works for 60 s, for calls
 * that are under way. Whoever renews it again meanwhile (another tab, or a client that did not hear the answer) is given the
 * same session. Throws `rate_limited`.
 */
export async function renewToken(
  ctx: Context,
  { userId, sessionId, device }: { userId: number; sessionId: string; device: Device },
): Promise<string> {
  await takeTry(ctx, { what: 'refresh', parts: [userId] })
  const named = { userId, sessionId }
  const renewed = (await renewSession(ctx.db, { ...named, device })) ?? (await findRenewed(ctx.db, named))
  if (renewed === undefined) throw new AppError('authentication_required')
  return makeTokenSigner(ctx.secrets)(userId, renewed.id, { seconds: renewed.seconds })
}
