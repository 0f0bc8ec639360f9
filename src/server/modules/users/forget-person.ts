import { AppError } from '#contract/base/errors.ts'
import type { Staff } from '#contract/base/permissions.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

import { countOpenOrders, eraseUserRow, lockAdmins, lockAnyUser } from './users-queries.ts'

export type Person = Staff & {
  status: 'active' | 'blocked'
  isForgotten: boolean
  /** Nobody else is left who may do everything. */
  isLastAdmin: boolean
  countOpenOrders: () => Promise<number>
}

/** Until the tx ends nobody else changes them, and no admin leaves. Throws `not_found` for an id that never was. */
export async function lockPerson(tx: Tx, userId: number): Promise<Person> {
  // Before the user, as whoever changes one does.
  const admins = await lockAdmins(tx)
  const user = await lockAnyUser(tx, userId)
  if (user === undefined) throw new AppError('not_found')
  const { role, permissions, status, deleted_at: deletedAt } = user
  return {
    role,
    permissions,
    status,
    isForgotten: deletedAt !== null,
    isLastAdmin: admins.length === 1 && admins[0] === userId,
    countOpenOrders: () => countOpenOrders(tx, userId),
  }
}

/** The row stays for what refers to it; who it was is gone. Nobody signs in with it, and every session is over. */
export async function forgetPerson(tx: Tx, userId: number): Promise<void> {
  await eraseUserRow(tx, userId)
}
