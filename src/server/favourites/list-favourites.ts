import type { Kysely } from 'kysely'

import { keepShown } from '#server/catalogue/keep-shown.ts'
import type { DB } from '#server/database/tables.ts'

import { listStars } from './favourites-queries.ts'

/** The services that a customer starred and can order now, the last starred first. */
export async function listFavourites(db: Kysely<DB>, userId: number): Promise<number[]> {
  return keepShown(db, await listStars(db, userId))
}
