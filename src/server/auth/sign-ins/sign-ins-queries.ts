import { type Kysely, sql } from 'kysely'

import type { DB } from '#server/database/tables.ts'
import type { Tx } from '#server/database/transact.ts'

/** As long as nobody signed in from there, it is forgotten. */
const REMEMBERED = sql`interval '90 days'`

/** Whether any are remembered, and whether this one is among them: by its hash under the key of now, or the one before. */
export async function findPlaces(
  db: Kysely<DB>,
  { userId, places }: { userId: number; places: readonly Buffer[] },
): Promise<{ hasAny: boolean; isKnown: boolean }> {
  const { rows } = await sql<{ hasAny: boolean; isKnown: boolean }>`
    select count(*) > 0 as "hasAny", coalesce(bool_or(place = any(${places}::bytea[])), false) as "isKnown"
    from sign_in_places where user_id = ${userId} and used_at > now() - ${REMEMBERED}`.execute(db)
  return rows[0] ?? { hasAny: false, isKnown: false }
}

export async function keepPlace(tx: Tx, { userId, place }: { userId: number; place: Buffer }): Promise<void> {
  await tx
    .insertInto('sign_in_places')
    .values({ user_id: userId, place })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'place']).doUpdateSet({ used_at: sql<Date>`now()` }),
    )
    .execute()
}

/** Answers how many were deleted, at most `max`. */
export async function deleteOldPlaces(db: Kysely<DB>, max: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from sign_in_places where (user_id, place) in (
      select user_id, place from sign_in_places where used_at < now() - ${REMEMBERED}
      order by used_at limit ${max})`.execute(db)
  return Number(numAffectedRows)
}

export async function deletePlaces(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('sign_in_places').where('user_id', '=', userId).execute()
}
