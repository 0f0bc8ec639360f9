import type { Context } from '#server/context.ts'

import { hasTwoFactor } from './two-factor-queries.ts'

/** Staff who do nothing as such until they have a second factor. Read anew each time, so that turning it on counts at once. */
export async function needsTwoFactor(
  ctx: Pick<Context, 'db' | 'settings'>,
  staffId: number,
): Promise<boolean> {
  if (!(await ctx.settings.read()).staff_sign_in.two_factor) return false
  return !(await hasTwoFactor(ctx.db, staffId))
}
