import { type Kysely, sql } from 'kysely'

import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

export async function insertErasure(tx: Tx, { userId, now }: { userId: number; now: Date }): Promise<void> {
  await tx.insertInto('user_deletions').values({ user_id: userId, worked_at: now }).execute()
}

/** False where nothing is left of them. */
export async function noteWork(
  db: Kysely<DB>,
  { userId, now }: { userId: number; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('user_deletions')
    .set({ worked_at: now })
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Whose erasure nobody has worked on since then, the longest one: from now on the caller does. */
export async function claimLeftErasure(
  db: Kysely<DB>,
  { since, now }: { since: Date; now: Date },
): Promise<number | undefined> {
  const { rows } = await sql<{ user_id: number }>`
    update user_deletions set worked_at = ${now}
    where user_id = (
      select user_id from user_deletions where worked_at < ${since} order by worked_at, user_id limit 1 for update skip locked)
    returning user_id`.execute(db)
  return rows[0]?.user_id
}

export async function deleteErasure(db: Kysely<DB>, userId: number): Promise<void> {
  await db.deleteFrom('user_deletions').where('user_id', '=', userId).execute()
}
