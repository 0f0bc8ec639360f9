import { AppError } from '#contract/errors.ts'
import type { User } from '#contract/users.ts'
import type { Context } from '#server/context.ts'
import { type Tell, transact, type Tx } from '#server/database/transact.ts'
import { getUser } from '#server/users/get-user.ts'

import { makeTokenSigner } from './authenticate.ts'
import { openSession } from './open-session.ts'
import { type Device, lockRenewals } from './sessions-queries.ts'
import { noteSignIn } from './sign-ins/note-sign-in.ts'
import { tryPassword } from './try-password.ts'
import { proveCode, type ProvenCode, takeCode } from './two-factor/prove-code.ts'
import { findTwoFactor } from './two-factor/two-factor-queries.ts'

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
  if (isBlank(code) && (await findTwoFactor(ctx.db, userId)) !== undefined) {
    // The password was no guess.
    await giveBack()
    throw new AppError('two_factor_required')
  }
  const proven = await proveSecondFactor(ctx, { userId, epoch: sessionEpoch, code, device })

  // Changed or blocked since it was read: what was checked is no longer so.
  const sessionId = await transact(ctx, async (tx, tell) => {
    if (!(await passesSecondFactor(tx, tell, userId, proven))) return undefined
    const id = await openSession(tx, tell, { userId, epoch: sessionEpoch, device })
    if (id !== undefined) await noteSignIn(ctx, tx, tell, { userId, device, isTold: true })
    return id
  })
  if (sessionId === undefined) throw new AppError('invalid_credentials')
  await giveBack()
  return { token: makeTokenSigner(ctx.secrets)(userId, sessionId), user: await getUser(ctx.db, userId) }
}

function isBlank(code: string | undefined): code is undefined | '' {
  return code === undefined || code === ''
}

/** Undefined where there is none to prove: a code that nobody asked for says nothing. */
async function proveSecondFactor(
  ctx: Context,
  {
    userId,
    epoch,
    code,
    device,
  }: { userId: number; epoch: number; code: string | undefined; device: Device },
): Promise<ProvenCode | undefined> {
  if (isBlank(code) || (await findTwoFactor(ctx.db, userId)) === undefined) return undefined
  const proven = await proveCode(ctx, { userId, epoch, address: device.address }, code)
  if (proven === undefined) throw new AppError('invalid_credentials')
  return proven
}

/** Uses the code up; one that was turned on since it was looked for was not shown. */
async function passesSecondFactor(
  tx: Tx,
  tell: Tell,
  userId: number,
  proven: ProvenCode | undefined,
): Promise<boolean> {
  await lockRenewals(tx, userId)
  if (proven !== undefined) return takeCode(tx, tell, proven, { isTold: true })
  return (await findTwoFactor(tx, userId)) === undefined
}
