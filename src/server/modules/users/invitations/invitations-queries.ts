import { type Kysely, sql } from 'kysely'

import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import { linkLifetimes } from '#server/modules/messaging/emails/link-lifetimes.ts'

const LIFETIME = sql`${linkLifetimes.invitation}::interval`

/** The newest takes the place of those before. Answers its id. */
export async function replaceInvitation(
  tx: Tx,
  { userId, email }: { userId: number; email: string },
): Promise<bigint> {
  await deleteInvitations(tx, userId)
  const { id } = await tx
    .insertInto('invitations')
    .values({ user_id: userId, email })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type Key = { userId: number; id: bigint }

/** One whose time is over is not there, and neither is one to somebody who may not sign in. */
export async function findInvitation(db: Kysely<DB>, { userId, id }: Key) {
  return db
    .selectFrom('invitations')
    .innerJoin('users', 'users.id', 'invitations.user_id')
    .select(['invitations.email', 'users.name'])
    .where('invitations.user_id', '=', userId)
    .where('invitations.id', '=', id)
    .where('invitations.created_at', '>', sql<Date>`now() - ${LIFETIME}`)
    .where('users.status', '=', 'active')
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst()
}

/** It works once: of two who follow it at the same moment, one takes it. Answers whether it was there to be taken. */
export async function takeInvitation(tx: Tx, { userId, id }: Key): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('invitations')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

export async function deleteInvitations(db: Kysely<DB>, userId: number): Promise<void> {
  await db.deleteFrom('invitations').where('user_id', '=', userId).execute()
}

/** Answers how many were deleted, at most `max`. */
export async function deleteOldInvitations(db: Kysely<DB>, max: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from invitations where (user_id, id) in (
      select user_id, id from invitations where created_at < now() - ${LIFETIME}
      order by created_at limit ${max})`.execute(db)
  return Number(numAffectedRows)
}
