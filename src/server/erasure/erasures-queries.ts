import type { Kysely } from 'kysely'

import type { DB } from '#server/database/tables.ts'
import type { Tx } from '#server/database/transact.ts'

export async function insertErasure(tx: Tx, { userId, now }: { userId: number; now: Date }): Promise<void> {
  await tx.insertInto('erasures').values({ user_id: userId, worked_at: now }).execute()
}

/** False where nothing is left of them. */
export async function noteWork(
  db: Kysely<DB>,
  { userId, now }: { userId: number; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('erasures')
    .set({ worked_at: now })
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Whose erasure nobody has worked on since then. */
export async function findLeftErasure(db: Kysely<DB>, since: Date): Promise<number | undefined> {
  const row = await db
    .selectFrom('erasures')
    .select('user_id')
    .where('worked_at', '<', since)
    .orderBy('worked_at')
    .limit(1)
    .executeTakeFirst()
  return row?.user_id
}

export async function deleteErasure(db: Kysely<DB>, userId: number): Promise<void> {
  await db.deleteFrom('erasures').where('user_id', '=', userId).execute()
}
