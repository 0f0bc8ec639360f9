import { AppError } from '#contract/errors.ts'
import type { User } from '#contract/users.ts'
import type { Context } from '#server/context.ts'
import { transact } from '#server/database/transact.ts'
import { getUser } from '#server/users/get-user.ts'

import { makeTokenSigner } from './authenticate.ts'
import { openSession } from './open-session.ts'
import type { Device } from './sessions-queries.ts'
import { noteSignIn } from './sign-ins/note-sign-in.ts'
import { tryPassword } from './try-password.ts'

/**
 * Email and password for a token. Known and unknown emails take the same steps and get the same answer;
 * only the right password learns that an account is blocked. Throws `invalid_credentials`,
 * `account_blocked`, `rate_limited`, `unavailable`.
 */
export async function logIn(
  ctx: Context,
  { email, password, device }: { email: string; password: string; device: Device },
): Promise<{ token: string; user: User }> {
  const { stored, giveBack } = await tryPassword(ctx, { email, password, device })
  const { userId, status, sessionEpoch } = stored
  if (status === 'blocked') throw new AppError('account_blocked')

  // Changed or blocked since it was read: what was checked is no longer so.
  const sessionId = await transact(ctx, async (tx, tell) => {
    const id = await openSession(tx, tell, { userId, epoch: sessionEpoch, device })
    if (id !== undefined) await noteSignIn(ctx, tx, tell, { userId, device, isTold: true })
    return id
  })
  if (sessionId === undefined) throw new AppError('invalid_credentials')
  await giveBack()
  return { token: makeTokenSigner(ctx.secrets)(userId, sessionId), user: await getUser(ctx.db, userId) }
}
