import { type Kysely, sql } from 'kysely'

import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import { linkLifetimes } from '#server/modules/messaging/emails/link-lifetimes.ts'

const LIFETIME = sql`${linkLifetimes.email_confirmation}::interval`

export async function insertConfirmation(
  tx: Tx,
  { userId, email }: { userId: number; email: string },
): Promise<bigint> {
  const { id } = await tx
    .insertInto('email_confirmations')
    .values({ user_id: userId, email })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Until the tx ends nobody else uses it. One whose time is over is not there. */
export async function lockConfirmation(tx: Tx, { userId, id }: { userId: number; id: bigint }) {
  return tx
    .selectFrom('email_confirmations')
    .select(['email', 'used_at'])
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('created_at', '>', sql<Date>`now() - ${LIFETIME}`)
    .forUpdate()
    .executeTakeFirst()
}

export async function useConfirmation(tx: Tx, { userId, id }: { userId: number; id: bigint }): Promise<void> {
  await tx
    .updateTable('email_confirmations')
    .set({ used_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .execute()
}

/** Answers how many were deleted, at most `max`. */
export async function deleteOldConfirmations(db: Kysely<DB>, max: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from email_confirmations where (user_id, id) in (
      select user_id, id from email_confirmations where created_at < now() - ${LIFETIME}
      order by created_at limit ${max})`.execute(db)
  return Number(numAffectedRows)
}

export async function deleteConfirmations(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('email_confirmations').where('user_id', '=', userId).execute()
}
