import { AppError } from '#contract/base/errors.ts'
import { takeTry } from '#server/modules/users/auth/limit-tries.ts'
import { networkOf } from '#server/modules/users/auth/networks.ts'
import { endOthers } from '#server/modules/users/auth/end-session.ts'
import { lockRenewals } from '#server/modules/users/auth/ending-queries.ts'
import type { Context } from '#server/context.ts'
import { transact } from '#server/lib/postgres/transact.ts'

import { withoutGaps } from './prove-code.ts'
import { wrongCode } from './prove-both-factors.ts'
import { drawRecoveryCodes } from './recovery-codes.ts'
import { secretPurpose } from './secret-purpose.ts'
import { emailAboutTwoFactor } from './email-about-two-factor.ts'
import { findStep } from './totp.ts'
import { enableRow, findBegun } from './two-factor-queries.ts'

/** How long a secret waits for its first code. */
const WAITING_MS = 60 * 60_000

/**
 * By the first code of the secret that was set up, which works nowhere else. Every other session ends: none of them showed a
 * second factor. Answers the recovery codes, this once. Throws `invalid_fields`, `rate_limited`, and `state_conflict` where
 * no secret waits.
 */
export async function turnOnTwoFactor(
  ctx: Context,
  { userId, sessionId, address, code }: { userId: number; sessionId: string; address: string; code: string },
): Promise<string[]> {
  await takeTry(ctx, { what: 'code', parts: [userId, networkOf(address)] })
  const now = ctx.clock()
  const sealed = await findBegun(ctx.db, { userId, since: new Date(now.getTime() - WAITING_MS) })
  if (sealed === undefined) throw notBegun()
  const secret = ctx.secrets.open(secretPurpose(userId), sealed)
  const step = findStep({ secret, code: withoutGaps(code), now })
  if (step === undefined) throw wrongCode()
  const { codes, kept } = await drawRecoveryCodes(address)
  await transact(ctx, async (tx, publish) => {
    // Who signs in at this moment is before it, and ends here, or after it, and is asked for a code.
    await lockRenewals(tx, userId)
    if (!(await enableRow(tx, { userId, sealed, step, now }, kept))) throw notBegun()
    await endOthers(tx, publish, { userId, own: sessionId })
    await emailAboutTwoFactor(tx, publish, {
      userId,
      code: 'two_factor_on',
      details: {},
      once: now.toISOString(),
    })
  })
  ctx.security.note('second_factor_changed', { userId, address, code: 'turned_on' })
  return codes
}

function notBegun(): AppError {
  return new AppError('state_conflict', { reason: 'two_factor_not_begun' })
}
