import { AppError } from '#contract/base/errors.ts'
import type { Context } from '#server/context.ts'

import { transact } from '#server/lib/postgres/transact.ts'

import { makeTokenSigner } from './authenticate.ts'
import { openSession } from './open-session.ts'
import type { Device } from './sessions-queries.ts'
import { noteSignIn } from '#server/modules/users/sign-ins/record-sign-in.ts'

/** Signs a user in, who has just shown by a link or a registration that they are it, and answers the token. Throws `account_blocked` for one who is blocked or gone. */
export async function startSession(ctx: Context, userId: number, device: Device): Promise<string> {
  const sessionId = await transact(ctx, async (tx, publish) => {
    const id = await openSession(tx, publish, { userId, device })
    if (id !== undefined) await noteSignIn(ctx, tx, publish, { userId, device, isTold: false })
    return id
  })
  if (sessionId === undefined) throw new AppError('account_blocked')
  ctx.security.note('signed_in', { userId, address: device.address })
  return makeTokenSigner(ctx.secrets)(userId, sessionId)
}
