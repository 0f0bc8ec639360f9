import { AppError } from '#contract/errors.ts'
import type { Context } from '#server/context.ts'

import { makeTokenSigner } from './authenticate.ts'
import { renewSession } from './sessions-queries.ts'

/** A token of a new session; the old one still works for 60 s, for calls that are under way. */
export async function renewToken(
  ctx: Context,
  { userId, sessionId }: { userId: number; sessionId: string },
): Promise<string> {
  const renewed = await renewSession(ctx.db, { userId, sessionId })
  if (renewed === undefined) throw new AppError('authentication_required')
  return makeTokenSigner(ctx.secrets)(userId, renewed)
}
