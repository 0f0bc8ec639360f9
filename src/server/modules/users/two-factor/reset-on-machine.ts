import { transactAsStaff } from '#server/modules/audit-log/transact-as-staff.ts'
import { findUserByEmail } from '#server/modules/users/get-user.ts'

import { takeAway } from './reset-two-factor.ts'

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
