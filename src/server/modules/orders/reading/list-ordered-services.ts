import { type Kysely, sql } from 'kysely'

import { orderedServicesMax, ordersLookedAt } from '#contract/catalogue/favourites.ts'
import { filterShown } from '#server/modules/catalogue/public/shown-services.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

import { newestRange } from './newest-queries.ts'

/** Ids of the services that a customer ordered recently and can still order, most recent first. */
export async function listOrderedServices(db: Kysely<DB>, userId: number): Promise<number[]> {
  const ordered = await listLastServices(db, { userId, orders: ordersLookedAt })
  return (await filterShown(db, ordered)).slice(0, orderedServicesMax)
}

/** The services of the newest `orders` orders, without duplicates, most recent first. */
export async function listLastServices(
  db: Kysely<DB>,
  { userId, orders }: { userId: number; orders: number },
): Promise<number[]> {
  const newest = newestRange(userId, { count: orders, columns: sql`service_id, id` })
  const { rows } = await sql<{ id: number }>`
    select service_id as id from ${newest} newest
    group by service_id order by max(newest.id) desc`.execute(db)
  return rows.map(({ id }) => id)
}
