import { AppError } from '#contract/base/errors.ts'
import type { User } from '#contract/users/users.ts'
import type { Context } from '#server/context.ts'
import { transact } from '#server/lib/postgres/transact.ts'
import { getUser } from '#server/modules/users/get-user.ts'

import { makeTokenSigner } from './authenticate.ts'
import { openSession } from './open-session.ts'
import type { Device } from './sessions-queries.ts'
import { noteSignIn } from '#server/modules/users/sign-ins/record-sign-in.ts'
import { tryPassword } from './try-password.ts'
import {
  type Asked,
  proveCode,
  type ProvenCode,
  takeCode,
} from '#server/modules/users/two-factor/prove-code.ts'
import { hasTwoFactor } from '#server/modules/users/two-factor/two-factor-queries.ts'

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
  const asked = { userId, epoch: sessionEpoch, address: device.address }
  const proven = code === undefined || code === '' ? undefined : await proveWhereAsked(ctx, asked, code)

  // Whatever is refused in it is thrown, so that no code is used up for a session that is not there.
  const opening = transact(ctx, async (tx, publish) => {
    const id = await openSession(tx, publish, { userId, epoch: sessionEpoch, device })
    // Changed or blocked since it was read: what was checked is no longer so.
    if (id === undefined) throw new AppError('invalid_credentials')
    // Asked now that the account is locked: whoever turns it on at this moment is before this, or ends this session.
    if (proven === undefined && (await hasTwoFactor(tx, userId))) throw new AppError('two_factor_required')
    if (proven !== undefined && !(await takeCode(tx, publish, proven)))
      throw new AppError('invalid_credentials')
    await noteSignIn(ctx, tx, publish, { userId, device, isTold: true })
    return id
  })
  const sessionId = await opening.catch(async (error: unknown) => {
    // The password was no guess.
    if (error instanceof AppError && error.code === 'two_factor_required') await giveBack()
    throw error
  })
  const [user] = await Promise.all([getUser(ctx.db, userId), giveBack()])
  return { token: makeTokenSigner(ctx.secrets)(userId, sessionId), user }
}

/** Undefined where there is nothing to prove: a code that nobody asked for says nothing. */
async function proveWhereAsked(ctx: Context, asked: Asked, code: string): Promise<ProvenCode | undefined> {
  if (!(await hasTwoFactor(ctx.db, asked.userId))) return undefined
  const proven = await proveCode(ctx, asked, code)
  if (proven === undefined) throw new AppError('invalid_credentials')
  return proven
}
