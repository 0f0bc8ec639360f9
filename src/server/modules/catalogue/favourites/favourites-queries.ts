import { type Kysely, sql } from 'kysely'

import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

/** Of somebody's stars, as of no other thing of theirs. */
const LOCK_KEY = 7_340_096

export type Star = { service_id: number; created_at: Date }

/** The last starred first, for sale or not. */
export async function listStars(db: Kysely<DB>, userId: number): Promise<Star[]> {
  return db
    .selectFrom('favourites')
    .select(['service_id', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('service_id')
    .execute()
}

/** One customer's stars are set one after the other, so that none is counted past; nobody else waits for that. */
export async function lockStars(tx: Tx, userId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK_KEY}, ${userId})`.execute(tx)
}

export async function insertStar(
  tx: Tx,
  { userId, serviceId, now }: { userId: number; serviceId: number; now: Date },
): Promise<void> {
  await tx
    .insertInto('favourites')
    .values({ user_id: userId, service_id: serviceId, created_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'service_id']).doNothing())
    .execute()
}

/** False where it was none. */
export async function deleteStar(
  db: Kysely<DB>,
  { userId, serviceId }: { userId: number; serviceId: number },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('favourites')
    .where('user_id', '=', userId)
    .where('service_id', '=', serviceId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function deleteStars(db: Kysely<DB>, userId: number): Promise<void> {
  await db.deleteFrom('favourites').where('user_id', '=', userId).execute()
}
