import type { Transaction } from 'kysely'

import type { BodyOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import type { AdminUser, updateUser as updateUserCall } from '#contract/users.ts'
import type { Context } from '#server/context.ts'
import type { DB } from '#server/database/tables.ts'

import { adjustBalance } from './adjust-balance.ts'
import { toAdminUser } from './present-user.ts'
import { changeUserRow, findUserRow, lockAdmins, lockUser } from './users-queries.ts'

export type UserChange = Omit<BodyOf<typeof updateUserCall>, 'email'>

/**
 * Staff change a user: all of it or nothing. The email stays (spec §5: read-only). Throws `not_found`,
 * `last_admin`, `balance_changed`, and `invalid_fields` for a changed balance without its reason.
 */
export async function updateUser(
  ctx: Context,
  { actorId, userId, change }: { actorId: number; userId: number; change: UserChange },
): Promise<AdminUser> {
  const { user, isShutOut, isBalanceMoved } = await ctx.db.transaction().execute(async (tx) => {
    if (change.role === 'user' || change.status === 'blocked') await keepAnAdmin(tx, userId)
    const before = await lockUser(tx, userId)
    if (before === undefined) throw new AppError('not_found')
    const isBlocked = change.status === 'blocked' && before.status === 'active'
    const { name = before.name, role = before.role, status = before.status } = change
    // Unblocking must not bring the old sessions back.
    await changeUserRow(tx, { userId, change: { name, role, status }, endsSessions: isBlocked })
    const isBalanceMoved = await adjustBalance(tx, { actorId, userId, change })
    const row = await findUserRow(tx, { id: userId })
    if (row === undefined) throw new AppError('not_found')
    const isRoleChanged = change.role !== undefined && change.role !== before.role
    return { user: toAdminUser(row), isShutOut: isBlocked || isRoleChanged, isBalanceMoved }
  })
  // Also after a changed role: what is remembered of the sessions holds the old one.
  if (isShutOut) ctx.news.tell({ topic: 'session', userId, sessionId: null })
  if (isBalanceMoved) ctx.news.tell({ topic: 'balance', userId })
  const changed = Object.keys(change).filter((key) => key !== 'expected_balance')
  ctx.log.info({ actorId, userId, changed }, 'staff changed a user')
  return user
}

/** Whoever comes second of two who demote each other at the same moment finds itself the last. */
async function keepAnAdmin(tx: Transaction<DB>, userId: number): Promise<void> {
  const admins = await lockAdmins(tx)
  if (admins.length === 1 && admins[0] === userId) throw new AppError('last_admin')
}
