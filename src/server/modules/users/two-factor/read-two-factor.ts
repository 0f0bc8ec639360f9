import type { Context } from '#server/context.ts'
import type { Caller } from '#server/modules/users/auth/authenticate.ts'
import { getUser } from '#server/modules/users/get-user.ts'

import { countRecoveryCodes, findTwoFactor, hasTwoFactor } from './prove-code.ts'

/** The caller's, or that of the user they view. */
export async function readTwoFactor(
  ctx: Context,
  { id }: Caller,
): Promise<{ enabled_at: Date | null; recovery_codes_left: number; is_required: boolean }> {
  const [factor, left, { role }, settings] = await Promise.all([
    findTwoFactor(ctx.db, id),
    countRecoveryCodes(ctx.db, id),
    getUser(ctx.db, id),
    ctx.settings.read(),
  ])
  return {
    enabled_at: factor?.enabledAt ?? null,
    recovery_codes_left: left,
    is_required: role === 'admin' && settings.staff_sign_in.two_factor,
  }
}

/**
 * Whether this member of staff must set up a second factor before acting as staff. Not cached, so that turning it on
 * takes effect immediately.
 */
export async function needsTwoFactor(
  ctx: Pick<Context, 'db' | 'settings'>,
  staffId: number,
): Promise<boolean> {
  if (!(await ctx.settings.read()).staff_sign_in.two_factor) return false
  return !(await hasTwoFactor(ctx.db, staffId))
}
