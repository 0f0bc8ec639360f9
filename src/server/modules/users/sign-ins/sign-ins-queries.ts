import { type Kysely, sql } from 'kysely'

import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

/** As long as nobody signed in from there, it is forgotten. */
const REMEMBERED = sql`interval '90 days'`

/** By their hashes under the key of now, and under the one before where there is one. */
export type PlaceHashes = { home: readonly Buffer[]; near: readonly Buffer[] }
export type Familiar = { hasAny: boolean; isHome: boolean; isNear: boolean }

/** Whether any are remembered, and whether these are among them. */
export async function findPlaces(
  db: Kysely<DB>,
  { userId, home, near }: PlaceHashes & { userId: number },
): Promise<Familiar> {
  const isAmong = (places: readonly Buffer[]) =>
    sql<boolean>`coalesce(bool_or(place = any(${places}::bytea[])), false)`
  const { rows } = await sql<Familiar>`
    select count(*) > 0 as "hasAny", ${isAmong(home)} as "isHome", ${isAmong(near)} as "isNear"
    from sign_in_places where user_id = ${userId} and used_at > now() - ${REMEMBERED}`.execute(db)
  return rows[0] ?? { hasAny: false, isHome: false, isNear: false }
}

export async function keepPlaces(
  tx: Tx,
  { userId, places }: { userId: number; places: readonly Buffer[] },
): Promise<void> {
  await tx
    .insertInto('sign_in_places')
    .values(places.map((place) => ({ user_id: userId, place })))
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
