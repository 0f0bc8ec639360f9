import { AppError, invalidFields } from '#contract/errors.ts'
import { isPassword } from '#server/auth/hash-password.ts'
import { takeTry } from '#server/auth/limit-tries.ts'
import type { Context } from '#server/context.ts'
import { findPassword } from '#server/users/user-passwords.ts'

import { proveCode, type ProvenCode } from './prove-code.ts'
import { hasTwoFactor } from './two-factor-queries.ts'

/** Who asks, with what they typed. */
export type Typed = { userId: number; address: string; password: string; code: string }

/**
 * For what changes the second factor: being signed in does not do. Throws `invalid_fields` for the one that is wrong,
 * `rate_limited`, and `state_conflict` where it is not on.
 */
export async function proveBothFactors(
  ctx: Context,
  { userId, address, password, code }: Typed,
): Promise<ProvenCode> {
  if (!(await hasTwoFactor(ctx.db, userId)))
    throw new AppError('state_conflict', { reason: 'two_factor_off' })
  const epoch = await provePassword(ctx, { userId, password, address })
  const proven = await proveCode(ctx, { userId, epoch, address }, code)
  if (proven === undefined) throw wrongCode()
  return proven
}

/** Answers the epoch of the sessions that go with it. */
export async function provePassword(
  ctx: Context,
  { userId, password, address }: { userId: number; password: string; address: string },
): Promise<number> {
  await takeTry(ctx, { what: 'password', parts: [userId] })
  const stored = await findPassword(ctx.db, { userId })
  const isRight = await isPassword(password, { stored: stored?.passwordHash, address })
  if (!isRight || stored === undefined) throw invalidFields({ password: { code: 'current_password_wrong' } })
  return stored.sessionEpoch
}

export function wrongCode(): AppError {
  return invalidFields({ code: { code: 'two_factor_code_wrong' } })
}
