import { AppError } from '#contract/base/errors.ts'
import type { Staff } from '#contract/base/permissions.ts'
import type { Context } from '#server/context.ts'
import type { Publish, Tx } from '#server/lib/postgres/transact.ts'
import { type By, transactAsStaff } from '#server/modules/audit-log/transact-as-staff.ts'
import { endOthers, lockRenewals } from '#server/modules/users/auth/end-session.ts'
import { findUserByEmail, getAdminUser } from '#server/modules/users/get-user.ts'
import { refuseBeyondOwn } from '#server/modules/users/refuse-beyond-own.ts'

import { emailAboutTwoFactor } from './email-about-two-factor.ts'
import { endTwoFactor } from './change-two-factor.ts'

/**
 * Staff turn it off, with a reason, for a user who lost device and codes. For staff it needs `staff`, and staff can't
 * reset their own: a stolen session could otherwise remove the second factor. Throws `not_found`,
 * `insufficient_permissions`, `state_conflict`.
 */
export async function resetTwoFactor(
  ctx: Context,
  { by, staff, userId, reason }: { by: By; staff: Staff; userId: number; reason: string },
): Promise<void> {
  if (userId === by.actorId) throw new AppError('state_conflict', { reason: 'two_factor_own' })
  await transactAsStaff(ctx, by, async (tx, publish, record) => {
    const user = await getAdminUser(tx, userId)
    if (user.role === 'admin') refuseBeyondOwn(staff, [user])
    if (!(await removeTwoFactor(tx, publish, userId)))
      throw new AppError('state_conflict', { reason: 'two_factor_off' })
    record({ action: 'user.reset_two_factor', id: userId, reason })
  })
}

/** Ends every session. False if it was off. */
async function removeTwoFactor(tx: Tx, publish: Publish, userId: number): Promise<boolean> {
  await lockRenewals(tx, userId)
  const since = await endTwoFactor(tx, userId)
  if (since === undefined) return false
  await endOthers(tx, publish, { userId, own: undefined })
  const once = since.toISOString()
  await emailAboutTwoFactor(tx, publish, { userId, code: 'two_factor_reset', details: {}, once })
  return true
}

/** Replaces a network address in the audit log. */
const MACHINE = 'the machine itself'

/**
 * `npm run two-factor-off`, for an operator who lost device and codes: anyone who controls the machine may turn it off.
 * In the audit log as the account's own action; the email is sent too.
 */
export async function resetOnMachine(
  ctx: Parameters<typeof transactAsStaff>[0],
  email: string,
): Promise<'done' | 'off' | 'unknown'> {
  const user = await findUserByEmail(ctx.db, email.trim().toLowerCase())
  if (user === undefined) return 'unknown'
  return transactAsStaff(ctx, { actorId: user.id, address: MACHINE }, async (tx, publish, record) => {
    if (!(await removeTwoFactor(tx, publish, user.id))) return 'off'
    record({ action: 'user.reset_two_factor', id: user.id, reason: 'npm run two-factor-off' })
    return 'done'
  })
}
