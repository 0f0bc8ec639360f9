import { AppError } from '#contract/errors.ts'
import type { Context } from '#server/context.ts'

import { makeTokenSigner } from './authenticate.ts'
import { type Device, renewSession } from './sessions-queries.ts'

/** A token of a new session; the old one still works for 60 s, for calls that are under way. */
export async function renewToken(
  ctx: Context,
  { userId, sessionId, device }: { userId: number; sessionId: string; device: Device },
): Promise<string> {
  const renewed = await renewSession(ctx.db, { userId, sessionId, device })
  if (renewed === undefined) throw new AppError('authentication_required')
  return makeTokenSigner(ctx.secrets)(userId, renewed)
}
