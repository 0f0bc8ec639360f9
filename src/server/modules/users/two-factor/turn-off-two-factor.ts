import { endOthers } from '#server/modules/users/auth/end-session.ts'
import { lockRenewals } from '#server/modules/users/auth/ending-queries.ts'
import type { Context } from '#server/context.ts'
import { transact } from '#server/lib/postgres/transact.ts'

import { proveBothFactors, type Typed, wrongCode } from './prove-both-factors.ts'
import { takeCode } from './prove-code.ts'
import { emailAboutTwoFactor } from './email-about-two-factor.ts'
import { endTwoFactor } from './two-factor-queries.ts'

/**
 * By its owner, with both factors; every other session ends. Staff may as well, where the settings want it of them: to set it
 * up on another telephone; until then they do nothing as staff.
 */
export async function turnOffTwoFactor(
  ctx: Context,
  { sessionId, ...typed }: Typed & { sessionId: string },
): Promise<void> {
  const { userId } = typed
  const proven = await proveBothFactors(ctx, typed)
  await transact(ctx, async (tx, publish) => {
    await lockRenewals(tx, userId)
    if (!(await takeCode(tx, publish, proven, { isTold: false }))) throw wrongCode()
    const since = await endTwoFactor(tx, userId)
    await endOthers(tx, publish, { userId, own: sessionId })
    const once = since?.toISOString() ?? ''
    await emailAboutTwoFactor(tx, publish, { userId, code: 'two_factor_off', details: {}, once })
  })
  ctx.security.note('second_factor_changed', { userId, address: typed.address, code: 'turned_off' })
}
