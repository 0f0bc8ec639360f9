import type { Kysely } from 'kysely'

import { keepShown } from '#server/modules/catalogue/public/keep-shown.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

import { listStars, type Star } from './favourites-queries.ts'

/** The services that a customer starred and can order now, the last starred first. */
export async function listFavourites(db: Kysely<DB>, userId: number): Promise<number[]> {
  return (await listShownStars(db, userId)).map(({ service_id: id }) => id)
}

export async function listShownStars(db: Kysely<DB>, userId: number): Promise<Star[]> {
  const stars = await listStars(db, userId)
  const shown = new Set(
    await keepShown(
      db,
      stars.map(({ service_id: id }) => id),
    ),
  )
  return stars.filter(({ service_id: id }) => shown.has(id))
}
