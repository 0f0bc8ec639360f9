import { type Kysely, sql } from 'kysely'

import type { Context } from '#server/context.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

import { firstSupplies } from './service-queries.ts'

/** Whether the catalogue ever had a service, deleted ones included. */
export async function hasServices(db: Kysely<DB>): Promise<boolean> {
  return (await db.selectFrom('services').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** The same for one provider. */
export async function hasSupplies(db: Kysely<DB>, providerId: number): Promise<boolean> {
  const supply = db.selectFrom('supplies').select('id').where('provider_id', '=', providerId).limit(1)
  return (await supply.executeTakeFirst()) !== undefined
}

/** Services on sale below the cost of their first supply, without being allowed to: they cannot be ordered. */
export async function countServicesBelowCost({ db }: Pick<Context, 'db'>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from services join ${firstSupplies} supply on supply.service_id = services.id
    where deleted_at is null and services.is_active and not below_cost and supply.cost_rate > rate`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}
