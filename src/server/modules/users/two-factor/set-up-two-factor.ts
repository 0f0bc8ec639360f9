import { AppError } from '#contract/base/errors.ts'
import type { Context } from '#server/context.ts'
import { getUser } from '#server/modules/users/get-user.ts'

import { secretPurpose } from './secret-purpose.ts'
import { drawSecret, otpauthUrl } from './totp.ts'
import { beginSetUp, hasTwoFactor } from './two-factor-queries.ts'

/** A new secret, which counts for nothing until a code of it was sent. Throws `state_conflict`. */
export async function setUpTwoFactor(
  ctx: Context,
  userId: number,
): Promise<{ secret: string; otpauth_url: string }> {
  if (await hasTwoFactor(ctx.db, userId)) throw new AppError('state_conflict', { reason: 'two_factor_on' })
  const secret = drawSecret()
  const sealed = ctx.secrets.seal(secretPurpose(userId), secret)
  if (!(await beginSetUp(ctx.db, { userId, sealed, now: ctx.clock() })))
    throw new AppError('state_conflict', { reason: 'two_factor_on' })
  const { email } = await getUser(ctx.db, userId)
  const { brand } = await ctx.settings.read()
  return { secret, otpauth_url: otpauthUrl({ secret, issuer: brand.name, account: email }) }
}
