import type { Kysely } from 'kysely'

import { orderedServicesMax, ordersLookedAt } from '#contract/catalogue/favourites.ts'
import { keepShown } from '#server/modules/catalogue/public/keep-shown.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

import { listLastServices } from './reading-queries.ts'

/** What a customer ordered lately and can order again, the last ordered first. */
export async function listOrderedServices(db: Kysely<DB>, userId: number): Promise<number[]> {
  const ordered = await listLastServices(db, { userId, orders: ordersLookedAt })
  return (await keepShown(db, ordered)).slice(0, orderedServicesMax)
}
