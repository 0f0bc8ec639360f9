import { AppError } from '#contract/errors.ts'
import type { User } from '#contract/users.ts'
import type { Context } from '#server/context.ts'
import { transact } from '#server/database/transact.ts'
import { getUser } from '#server/users/get-user.ts'
import { findPassword } from '#server/users/user-passwords.ts'

import { makeTokenSigner } from './authenticate.ts'
import { isPassword } from './hash-password.ts'
import { giveTryBack, networkOf, takeTry, type Tried } from './limit-tries.ts'
import { openSession } from './open-session.ts'
import type { Device } from './sessions-queries.ts'
import { noteSignIn } from './sign-ins/note-sign-in.ts'

/**
 * Email and password for a token. Known and unknown emails take the same steps and get the same answer;
 * only the right password learns that an account is blocked. Throws `invalid_credentials`,
 * `account_blocked`, `rate_limited`, `unavailable`.
 */
export async function logIn(
  ctx: Context,
  { email, password, device }: { email: string; password: string; device: Device },
): Promise<{ token: string; user: User }> {
  const tried: Tried = { what: 'login', parts: [email, networkOf(device.address)] }
  await takeTry(ctx, tried)
  const stored = await findPassword(ctx.db, { email })
  const isRight = await isPasswordTried(ctx, tried, { password, stored: stored?.passwordHash })
  if (!isRight || stored === undefined) throw new AppError('invalid_credentials')
  const { userId, status, sessionEpoch } = stored
  if (status === 'blocked') throw new AppError('account_blocked')

  // Changed or blocked since it was read: what was checked is no longer so.
  const sessionId = await transact(ctx, async (tx, tell) => {
    const id = await openSession(tx, tell, { userId, epoch: sessionEpoch, device })
    if (id !== undefined) await noteSignIn(ctx, tx, tell, { userId, device, isTold: true })
    return id
  })
  if (sessionId === undefined) throw new AppError('invalid_credentials')
  // An address that customers sign in from is no flood.
  await Promise.all([
    giveTryBack(ctx, tried),
    giveTryBack(ctx, { what: 'login_address', parts: [networkOf(device.address)] }),
  ])
  return { token: makeTokenSigner(ctx.secrets)(userId, sessionId), user: await getUser(ctx.db, userId) }
}

/** A password that was not looked at was not guessed. */
async function isPasswordTried(
  ctx: Context,
  tried: Tried,
  { password, stored }: { password: string; stored: string | undefined },
): Promise<boolean> {
  try {
    return await isPassword(password, stored)
  } catch (error) {
    if (error instanceof AppError && error.code === 'unavailable') await giveTryBack(ctx, tried)
    throw error
  }
}
