import { AppError, invalidFields } from '#contract/errors.ts'
import { provePassword } from '#server/auth/prove-password.ts'
import type { Context } from '#server/context.ts'
import { getUser } from '#server/users/get-user.ts'

import { secretPurpose } from './secret-purpose.ts'
import { drawSecret, otpauthUrl } from './totp.ts'
import { beginSetUp, hasTwoFactor, isSignedInSince } from './two-factor-queries.ts'

const FRESH_MS = 15 * 60_000

/**
 * A new secret, which counts for nothing until a code of it was sent. Who was left signed in somewhere can not lock its owner
 * out: without a sign-in just before it needs the password. Throws `invalid_fields`, `rate_limited`, `state_conflict`.
 */
export async function setUpTwoFactor(
  ctx: Context,
  {
    userId,
    sessionId,
    address,
    password,
  }: { userId: number; sessionId: string; address: string; password: string | undefined },
): Promise<{ secret: string; otpauth_url: string }> {
  if (await hasTwoFactor(ctx.db, userId)) throw new AppError('state_conflict', { reason: 'two_factor_on' })
  const now = ctx.clock()
  if (password !== undefined) await provePassword(ctx, { userId, password, address })
  else if (!(await isSignedInSince(ctx.db, { userId, sessionId, since: new Date(now.getTime() - FRESH_MS) })))
    throw invalidFields({ password: { code: 'current_password_required' } })
  const secret = drawSecret()
  const sealed = ctx.secrets.seal(secretPurpose(userId), secret)
  if (!(await beginSetUp(ctx.db, { userId, sealed, now })))
    throw new AppError('state_conflict', { reason: 'two_factor_on' })
  const { email } = await getUser(ctx.db, userId)
  const { brand } = await ctx.settings.read()
  return { secret, otpauth_url: otpauthUrl({ secret, issuer: brand.name, account: email }) }
}
