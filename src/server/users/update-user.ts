import { isDeepStrictEqual } from 'node:util'

import type { BodyOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import type { AdminUser, updateUser as updateUserCall } from '#contract/users.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/database/transact.ts'
import { type By, type Kept, transactAsStaff } from '#server/staff/transact-as-staff.ts'

import { adjustBalance } from './adjust-balance.ts'
import { toAdminUser } from './present-user.ts'
import { changeUserRow, findUserRow, lockAdmins, lockUser, type UserRow } from './users-queries.ts'

export type UserChange = Omit<BodyOf<typeof updateUserCall>, 'email'>

/**
 * Staff change a user: all of it or nothing. The email stays (spec §5: read-only). Throws `not_found`,
 * `last_admin`, `balance_changed`, and `invalid_fields` for a changed balance without its reason.
 */
export async function updateUser(
  ctx: Context,
  { by, userId, change }: { by: By; userId: number; change: UserChange },
): Promise<AdminUser> {
  return transactAsStaff(ctx, by, async (tx, tell, record) => {
    if (change.role === 'user' || change.status === 'blocked') await keepAnAdmin(tx, userId)
    const locked = await lockUser(tx, userId)
    const before = await findUserRow(tx, { id: userId })
    if (locked === undefined || before === undefined) throw new AppError('not_found')
    const isBlocked = change.status === 'blocked' && before.status === 'active'
    const { name = before.name, role = before.role, status = before.status } = change
    // Unblocking must not bring the old sessions back.
    await changeUserRow(tx, { userId, change: { name, role, status }, endsSessions: isBlocked })
    const isBalanceMoved = await adjustBalance(tx, { actorId: by.actorId, userId, change })
    const after = await findUserRow(tx, { id: userId })
    if (after === undefined) throw new AppError('not_found')
    // Also after a changed role: what is remembered of the sessions holds the old one.
    if (isBlocked || role !== before.role) tell({ topic: 'session', userId, sessionId: null })
    if (isBalanceMoved) tell({ topic: 'balance', userId })
    const [from, to] = [keptOf(before), keptOf(after)]
    // A form that sends back what it was shown changes nothing.
    if (!isDeepStrictEqual(from, to))
      record({ action: 'user.update', id: userId, before: from, after: to, reason: change.reason })
    return toAdminUser(after)
  })
}

/** What the record of staff keeps of a user. */
function keptOf({ name, role, status, balance }: UserRow): Kept {
  return { name, role, status, balance }
}

/** Whoever comes second of two who demote each other at the same moment finds itself the last. */
async function keepAnAdmin(tx: Tx, userId: number): Promise<void> {
  const admins = await lockAdmins(tx)
  if (admins.length === 1 && admins[0] === userId) throw new AppError('last_admin')
}
