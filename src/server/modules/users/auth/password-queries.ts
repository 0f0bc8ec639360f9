import { type Kysely, sql } from 'kysely'

import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import { findClaim } from '#server/modules/users/claim-names.ts'

export type StoredPassword = {
  userId: number
  /** Undefined for invited users without a password. */
  passwordHash: string | undefined
  status: 'active' | 'blocked'
  /** Sessions of an earlier epoch are invalid. */
  sessionEpoch: number
}

export async function findPassword(
  db: Kysely<DB>,
  by: { email: string } | { userId: number },
): Promise<StoredPassword | undefined> {
  const found = 'email' in by ? await findClaim(db, by) : by
  if (found === undefined) return undefined
  const query = db
    .selectFrom('users')
    .select(['id as userId', 'password_hash as passwordHash', 'status', 'session_epoch as sessionEpoch'])
    .where('deleted_at', 'is', null)
  const row = await (
    'userId' in found ? query.where('id', '=', found.userId) : query.where('email', '=', found.email)
  ).executeTakeFirst()
  return row && { ...row, passwordHash: row.passwordHash ?? undefined }
}

/**
 * Every new password cancels a pending change of email, which may have been requested by the person the new password
 * should keep out.
 */
const endsPendingEmail = { pending_email: null }

/** For a user without a password; false otherwise. */
export async function giveFirstPassword(
  tx: Tx,
  { userId, passwordHash }: { userId: number; passwordHash: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ password_hash: passwordHash, ...endsPendingEmail })
    .where('id', '=', userId)
    .where('password_hash', 'is', null)
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * Replaces the hash that was checked, ends every session and cancels a pending change of email. Returns the new session
 * epoch, or undefined if the password was changed meanwhile.
 */
export async function replacePassword(
  db: Kysely<DB>,
  { userId, oldHash, newHash }: { userId: number; oldHash: string; newHash: string },
): Promise<number | undefined> {
  const row = await db
    .updateTable('users')
    .set({ password_hash: newHash, session_epoch: sql`session_epoch + 1`, ...endsPendingEmail })
    .where('id', '=', userId)
    .where('password_hash', '=', oldHash)
    .where('deleted_at', 'is', null)
    .returning('session_epoch')
    .executeTakeFirst()
  return row?.session_epoch
}
