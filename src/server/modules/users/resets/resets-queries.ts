import { type Kysely, sql } from 'kysely'

import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import { linkLifetimes } from '#server/modules/messaging/emails/link-lifetimes.ts'

const LIFETIME = sql`${linkLifetimes.password_reset}::interval`

export async function insertResetRequest(db: Kysely<DB>, email: string): Promise<void> {
  await db.insertInto('reset_requests').values({ email }).execute()
}

/** Oldest first, after that id. */
export async function listResetRequests(
  db: Kysely<DB>,
  { after, limit }: { after: bigint; limit: number },
): Promise<{ id: bigint; email: string }[]> {
  return db
    .selectFrom('reset_requests')
    .select(['id', 'email'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** All of that address, gone with the tx. Answers whether any was left for it to take. */
export async function takeResetRequests(tx: Tx, email: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('reset_requests')
    .where('email', '=', email)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

type Key = { userId: number; id: bigint }

/** The newest takes the place of those before. `hashOf` is given the id, of which the token is made. Answers the id. */
export async function replaceReset(
  tx: Tx,
  { userId, email, hashOf }: { userId: number; email: string; hashOf: (id: bigint) => Buffer },
): Promise<bigint> {
  await deleteResets(tx, userId)
  const { rows } = await sql<{ id: bigint }>`select nextval('password_reset_ids') as id`.execute(tx)
  const [{ id } = { id: 0n }] = rows
  await tx
    .insertInto('password_resets')
    .values({ user_id: userId, id, email, token_hash: hashOf(id) })
    .execute()
  return id
}

/**
 * One whose time is over is not there, nor is one to an address that the account has left, or to somebody who may not
 * sign in.
 */
export async function findReset(
  db: Kysely<DB>,
  { userId, id }: Key,
): Promise<{ email: string; tokenHash: Buffer; passwordHash: string } | undefined> {
  const row = await db
    .selectFrom('password_resets')
    .innerJoin('users', (join) =>
      join
        .onRef('users.id', '=', 'password_resets.user_id')
        .onRef('users.email', '=', 'password_resets.email'),
    )
    .select(['users.email', 'token_hash as tokenHash', 'password_hash as passwordHash'])
    .where('password_resets.user_id', '=', userId)
    .where('password_resets.id', '=', id)
    .where('password_resets.created_at', '>', sql<Date>`now() - ${LIFETIME}`)
    .where('users.status', '=', 'active')
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.passwordHash == null ? undefined : { ...row, passwordHash: row.passwordHash }
}

/** It works once: of two who follow it at the same moment, one takes it. Answers whether it was there to be taken. */
export async function takeReset(tx: Tx, { userId, id }: Key): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('password_resets')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

export async function deleteResets(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('password_resets').where('user_id', '=', userId).execute()
}

/** Answers how many were deleted, at most `max`. */
export async function deleteOldResets(db: Kysely<DB>, max: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from password_resets where (user_id, id) in (
      select user_id, id from password_resets where created_at < now() - ${LIFETIME}
      order by created_at limit ${max})`.execute(db)
  return Number(numAffectedRows)
}
