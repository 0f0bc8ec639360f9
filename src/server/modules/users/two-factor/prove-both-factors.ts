import { AppError, invalidFields } from '#contract/base/errors.ts'
import { provePassword } from '#server/modules/users/auth/prove-password.ts'
import type { Context } from '#server/context.ts'

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
  const { epoch } = await provePassword(ctx, { userId, password, address })
  const proven = await proveCode(ctx, { userId, epoch, address }, code)
  if (proven === undefined) throw wrongCode()
  return proven
}

export function wrongCode(): AppError {
  return invalidFields({ code: { code: 'two_factor_code_wrong' } })
}
