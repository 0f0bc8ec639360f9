import { type Kysely, sql } from 'kysely'

import { AppError } from '#contract/base/errors.ts'
import type { Staff } from '#contract/base/permissions.ts'
import { clusterOf } from '#server/lib/postgres/on-cluster.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import { deleteKeys } from '#server/modules/users/api-keys/keys-queries.ts'
import { deleteKeyNames } from '#server/modules/users/api-keys/key-names.ts'
import { deleteInvitations } from '#server/modules/users/invitations/invite-user.ts'
import { deleteResets } from '#server/modules/users/resets/request-reset.ts'

import { releaseName } from './claim-names.ts'
import { deleteRefundCount } from './count-refund.ts'
import { lockAdmins, openOrdersCount } from './users-queries.ts'

type Person = Staff & {
  status: 'active' | 'blocked'
  isDeleted: boolean
  /** No other active staff has every permission. */
  isLastAdmin: boolean
  countOpenOrders: () => Promise<number>
}

/** Locks the user and the admins until the tx ends. Throws `not_found` for an unknown id. */
export async function lockUserForDeletion(tx: Tx, userId: number): Promise<Person> {
  // Before the user, in the same order as `updateUser`.
  const admins = await lockAdmins(tx)
  const user = await lockAnyUser(tx, userId)
  if (user === undefined) throw new AppError('not_found')
  const { role, permissions, status, deleted_at: deletedAt } = user
  return {
    role,
    permissions,
    status,
    isDeleted: deletedAt !== null,
    isLastAdmin: admins.length === 1 && admins[0] === userId,
    countOpenOrders: () => countOpenOrders(tx, userId),
  }
}

/** Clears the personal data. The row stays for its references; it can't be signed in to, and every session ends. */
export async function clearUserRow(tx: Tx, userId: number): Promise<void> {
  if (clusterOf(tx) !== undefined) await releaseNames(tx, userId)
  await tx
    .updateTable('users')
    .set({
      name: 'Deleted user',
      // keeps the unique constraint satisfied
      email: `deleted-${userId}`,
      username: `deleted:${userId}`,
      pending_email: null,
      email_confirmed_at: null,
      phone: null,
      country: null,
      language: null,
      role: 'user',
      permissions: null,
      refund_limit: null,
      password_hash: null,
      session_epoch: sql<number>`session_epoch + 1`,
      deleted_at: sql<Date>`now()`,
    })
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .execute()
}

async function releaseNames(tx: Tx, userId: number): Promise<void> {
  const row = await tx
    .selectFrom('users')
    .select(['email', 'username'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined) return
  await releaseName(tx, userId, { email: row.email })
  await releaseName(tx, userId, { username: row.username })
}

/**
 * Also finds a deleted user. `for no key update` allows foreign keys to the user to be checked: a tx that holds the
 * account, such as one landing statuses, may still write a notification, and deletion locks the account next.
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

/** Sessions, views, emailed links, sign-in places, the second factor, and the count of refunds. */
export async function deleteSignInData(tx: Tx, userId: number): Promise<void> {
  await deleteSessions(tx, userId)
  await deleteViews(tx, userId)
  await deleteConfirmations(tx, userId)
  await deleteInvitations(tx, userId)
  await deleteResets(tx, userId)
  await deletePlaces(tx, userId)
  await deleteTwoFactor(tx, userId)
  await deleteRefundCount(tx, userId)
}

/** API keys with their names, allowed addresses and limit. */
export async function deleteApiKeys(tx: Tx, userId: number): Promise<void> {
  await deleteKeys(tx, { userId, id: undefined })
  await deleteKeyNames(tx, userId)
  await deleteAccess(tx, userId)
}

async function deleteConfirmations(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('email_confirmations').where('user_id', '=', userId).execute()
}

/** They contain addresses and devices; the new epoch has already ended them. */
async function deleteSessions(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('sessions').where('user_id', '=', userId).execute()
}

async function deletePlaces(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('sign_in_places').where('user_id', '=', userId).execute()
}

/** With the recovery codes, and an unfinished setup too. */
async function deleteTwoFactor(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('two_factor').where('user_id', '=', userId).execute()
}

/** As the viewed user and as the viewer. */
async function deleteViews(tx: Tx, userId: number): Promise<void> {
  await tx
    .deleteFrom('view_as_sessions')
    .where((is) => is.or([is('user_id', '=', userId), is('viewer_id', '=', userId)]))
    .execute()
}

async function deleteAccess(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('api_access').where('user_id', '=', userId).execute()
}
