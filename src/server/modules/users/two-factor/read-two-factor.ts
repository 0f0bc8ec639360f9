import type { Context } from '#server/context.ts'
import type { Caller } from '#server/modules/users/auth/authenticate.ts'
import { getUser } from '#server/modules/users/get-user.ts'

import { countRecoveryCodes, findTwoFactor, hasTwoFactor } from './two-factor-queries.ts'

/** Of whoever asks, or of whom staff see the panel as. */
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

/** Staff who do nothing as such until they have a second factor. Read anew each time, so that turning it on counts at once. */
export async function needsTwoFactor(
  ctx: Pick<Context, 'db' | 'settings'>,
  staffId: number,
): Promise<boolean> {
  if (!(await ctx.settings.read()).staff_sign_in.two_factor) return false
  return !(await hasTwoFactor(ctx.db, staffId))
}
