import { AppError } from '#contract/errors.ts'
import type { Context } from '#server/context.ts'

import { makeTokenSigner } from './authenticate.ts'
import { type Device, insertSession } from './sessions-queries.ts'

/** Signs a user in and answers the token. Throws `account_blocked` for one who is blocked or gone. */
export async function startSession(ctx: Context, userId: number, device: Device): Promise<string> {
  const sessionId = await insertSession(ctx.db, { userId, device })
  if (sessionId === undefined) throw new AppError('account_blocked')
  return makeTokenSigner(ctx.secrets)(userId, sessionId)
}
