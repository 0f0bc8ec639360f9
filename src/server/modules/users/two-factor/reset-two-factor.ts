import { AppError } from '#contract/base/errors.ts'
import type { Staff } from '#contract/base/permissions.ts'
import type { Context } from '#server/context.ts'
import type { Publish, Tx } from '#server/lib/postgres/transact.ts'
import { type By, transactAsStaff } from '#server/modules/audit-log/transact-as-staff.ts'
import { endOthers, lockRenewals } from '#server/modules/users/auth/end-session.ts'
import { findUserByEmail, getAdminUser } from '#server/modules/users/get-user.ts'
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
async function takeAway(tx: Tx, publish: Publish, userId: number): Promise<boolean> {
  await lockRenewals(tx, userId)
  const since = await endTwoFactor(tx, userId)
  if (since === undefined) return false
  await endOthers(tx, publish, { userId, own: undefined })
  const once = since.toISOString()
  await emailAboutTwoFactor(tx, publish, { userId, code: 'two_factor_reset', details: {}, once })
  return true
}

/** Nobody's network address: it was done where the product runs. */
const MACHINE = 'the machine itself'

/**
 * For the operator who lost app and codes, and has nobody to ask: whoever owns the machine turns it off. On record as the
 * account's own doing, from the machine; the letter is sent as well. Answers what became of it.
 */
export async function resetOnMachine(
  ctx: Parameters<typeof transactAsStaff>[0],
  email: string,
): Promise<'done' | 'off' | 'unknown'> {
  const user = await findUserByEmail(ctx.db, email.trim().toLowerCase())
  if (user === undefined) return 'unknown'
  return transactAsStaff(ctx, { actorId: user.id, address: MACHINE }, async (tx, publish, record) => {
    if (!(await takeAway(tx, publish, user.id))) return 'off'
    record({ action: 'user.reset_two_factor', id: user.id, reason: 'npm run two-factor-off' })
    return 'done'
  })
}
