import { type Kysely, sql } from 'kysely'

import { AppError } from '#contract/base/errors.ts'
import type { Staff } from '#contract/base/permissions.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import { deleteKeys } from '#server/modules/users/api-keys/manage-keys.ts'
import { deleteInvitations } from '#server/modules/users/invitations/invite-user.ts'
import { deleteResets } from '#server/modules/users/resets/request-reset.ts'

import { lockAdmins, openOrdersCount } from './users-queries.ts'

type Person = Staff & {
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

/**
 * Also of a user who is deleted. By the lock that leaves foreign keys to the user alone: what holds the account, such as a
 * landing of statuses, may write a notification meanwhile, and who deletes a user locks the account next.
 */
async function lockAnyUser(tx: Tx, userId: number) {
  return tx
    .selectFrom('users')
    .select(['role', 'permissions', 'status', 'deleted_at'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

async function countOpenOrders(db: Kysely<DB>, userId: number): Promise<number> {
  const { open } = await db
    .selectFrom('accounts')
    .select(openOrdersCount.as('open'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return open
}

/** What names the person is gone; the address stays unique and is none. */
async function eraseUserRow(tx: Tx, userId: number): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      name: 'Deleted user',
      email: `deleted-${userId}`,
      pending_email: null,
      email_confirmed_at: null,
      phone: null,
      country: null,
      language: null,
      role: 'user',
      permissions: null,
      password_hash: null,
      session_epoch: sql<number>`session_epoch + 1`,
      deleted_at: sql<Date>`now()`,
    })
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .execute()
}

/** Where somebody signed in from, by what second factor, and the links that were sent to their address. */
export async function forgetSignIns(tx: Tx, userId: number): Promise<void> {
  await deleteSessions(tx, userId)
  await deleteViews(tx, userId)
  await deleteConfirmations(tx, userId)
  await deleteInvitations(tx, userId)
  await deleteResets(tx, userId)
  await deletePlaces(tx, userId)
  await deleteTwoFactor(tx, userId)
}

/** With the addresses that they were allowed from. */
export async function forgetKeys(tx: Tx, userId: number): Promise<void> {
  await deleteKeys(tx, { userId, id: undefined })
  await deleteAccess(tx, userId)
}

async function deleteConfirmations(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('email_confirmations').where('user_id', '=', userId).execute()
}

/** Their addresses and devices too; that none holds any more is the epoch's to say. */
async function deleteSessions(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('sessions').where('user_id', '=', userId).execute()
}

async function deletePlaces(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('sign_in_places').where('user_id', '=', userId).execute()
}

/** Of an account that is forgotten: with the recovery codes, and with a set-up that is under way. */
async function deleteTwoFactor(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('two_factor').where('user_id', '=', userId).execute()
}

/** Of an account that is forgotten, seen and as a viewer. */
async function deleteViews(tx: Tx, userId: number): Promise<void> {
  await tx
    .deleteFrom('view_as_sessions')
    .where((is) => is.or([is('user_id', '=', userId), is('viewer_id', '=', userId)]))
    .execute()
}

async function deleteAccess(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('api_access').where('user_id', '=', userId).execute()
}
