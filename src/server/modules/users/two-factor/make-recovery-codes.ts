import type { Context } from '#server/context.ts'
import { transact } from '#server/lib/postgres/transact.ts'

import { proveBothFactors, type Typed, wrongCode } from './prove-both-factors.ts'
import { takeCode } from './prove-code.ts'
import { drawRecoveryCodes } from './recovery-codes.ts'
import { emailAboutTwoFactor } from './email-about-two-factor.ts'
import { replaceCodes } from './two-factor-queries.ts'

/** In place of those before, with both factors. Answers them, this once. */
export async function makeRecoveryCodes(ctx: Context, typed: Typed): Promise<string[]> {
  const { userId, address } = typed
  const proven = await proveBothFactors(ctx, typed)
  const { codes, kept } = await drawRecoveryCodes(address)
  await transact(ctx, async (tx, publish) => {
    if (!(await takeCode(tx, publish, proven, { isTold: false }))) throw wrongCode()
    await replaceCodes(tx, userId, kept)
    const once = kept.salt.toString('hex')
    await emailAboutTwoFactor(tx, publish, { userId, code: 'recovery_codes_made', details: {}, once })
  })
  ctx.security.note('second_factor_changed', { userId, address, code: 'codes_made' })
  return codes
}
