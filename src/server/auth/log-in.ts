import { AppError } from '#contract/errors.ts'
import type { User } from '#contract/users.ts'
import type { Context } from '#server/context.ts'
import { transact } from '#server/database/transact.ts'
import { getUser } from '#server/users/get-user.ts'

import { makeTokenSigner } from './authenticate.ts'
import { openSession } from './open-session.ts'
import { type Device, lockRenewals } from './sessions-queries.ts'
import { noteSignIn } from './sign-ins/note-sign-in.ts'
import { tryPassword } from './try-password.ts'
import { proveCode, takeCode } from './two-factor/prove-code.ts'
import { hasTwoFactor } from './two-factor/two-factor-queries.ts'

/**
 * Email and password, and a code where the account has a second factor, for a token. Known and unknown emails take the same
 * steps and get the same answer; only the right password learns that an account is blocked or asks for a code, and a wrong
 * code is told as a wrong password is. Throws `invalid_credentials`, `two_factor_required`, `account_blocked`,
 * `rate_limited`, `unavailable`.
 */
export async function logIn(
  ctx: Context,
  {
    email,
    password,
    code,
    device,
  }: { email: string; password: string; code?: string | undefined; device: Device },
): Promise<{ token: string; user: User }> {
  const { stored, giveBack } = await tryPassword(ctx, { email, password, device })
  const { userId, status, sessionEpoch } = stored
  if (status === 'blocked') throw new AppError('account_blocked')
  const isAsked = await hasTwoFactor(ctx.db, userId)
  if (isAsked && isBlank(code)) {
    // The password was no guess.
    await giveBack()
    throw new AppError('two_factor_required')
  }
  const asked = { userId, epoch: sessionEpoch, address: device.address }
  // A code that nobody asked for says nothing.
  const proven = isAsked && !isBlank(code) ? await proveCode(ctx, asked, code) : undefined
  if (isAsked && proven === undefined) throw new AppError('invalid_credentials')

  const sessionId = await transact(ctx, async (tx, tell) => {
    await lockRenewals(tx, userId)
    const isPassed =
      proven === undefined ? !(await hasTwoFactor(tx, userId)) : await takeCode(tx, tell, proven)
    const id = isPassed ? await openSession(tx, tell, { userId, epoch: sessionEpoch, device }) : undefined
    // Changed, blocked or turned on since it was read. Thrown, so that a code is not used up for nothing.
    if (id === undefined) throw new AppError('invalid_credentials')
    await noteSignIn(ctx, tx, tell, { userId, device, isTold: true })
    return id
  })
  await giveBack()
  return { token: makeTokenSigner(ctx.secrets)(userId, sessionId), user: await getUser(ctx.db, userId) }
}

function isBlank(code: string | undefined): code is undefined | '' {
  return code === undefined || code === ''
}
