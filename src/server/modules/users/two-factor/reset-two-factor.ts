import { AppError } from '#contract/base/errors.ts'
import type { Staff } from '#contract/base/permissions.ts'
import { endOthers } from '#server/modules/users/auth/end-session.ts'
import { lockRenewals } from '#server/modules/users/auth/ending-queries.ts'
import type { Context } from '#server/context.ts'
import type { Publish, Tx } from '#server/lib/postgres/transact.ts'
import { type By, transactAsStaff } from '#server/modules/audit-log/transact-as-staff.ts'
import { getAdminUser } from '#server/modules/users/get-admin-user.ts'
import { refuseBeyondOwn } from '#server/modules/users/refuse-beyond-own.ts'

import { emailAboutTwoFactor } from './email-about-two-factor.ts'
import { endTwoFactor } from './two-factor-queries.ts'

/**
 * Staff turn it off for somebody who lost app and codes, and say why. Of staff who may change staff does it, never anybody for
 * themselves: who has their session would need no code then. Throws `not_found`, `insufficient_permissions`, `state_conflict`.
 */
export async function resetTwoFactor(
  ctx: Context,
  { by, staff, userId, reason }: { by: By; staff: Staff; userId: number; reason: string },
): Promise<void> {
  if (userId === by.actorId) throw new AppError('state_conflict', { reason: 'two_factor_own' })
  await transactAsStaff(ctx, by, async (tx, publish, record) => {
    const user = await getAdminUser(tx, userId)
    if (user.role === 'admin') refuseBeyondOwn(staff, [user])
    if (!(await takeAway(tx, publish, userId)))
      throw new AppError('state_conflict', { reason: 'two_factor_off' })
    record({ action: 'user.reset_two_factor', id: userId, reason })
  })
}

/** Every session ends. Answers whether it was on. */
export async function takeAway(tx: Tx, publish: Publish, userId: number): Promise<boolean> {
  await lockRenewals(tx, userId)
  const since = await endTwoFactor(tx, userId)
  if (since === undefined) return false
  await endOthers(tx, publish, { userId, own: undefined })
  const once = since.toISOString()
  await emailAboutTwoFactor(tx, publish, { userId, code: 'two_factor_reset', details: {}, once })
  return true
}
