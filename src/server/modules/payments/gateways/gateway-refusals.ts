import { type Kysely, sql } from 'kysely'

import type { DB } from '#server/lib/postgres/tables.ts'

/**
 * Stores that a webhook was refused, at most once a second: a flood of forged ones must not become a flood of writes to one row.
 */
export async function storeRefusal(db: Kysely<DB>, gateway: string): Promise<void> {
  const isStored = await db
    .selectFrom('gateway_refusals')
    .select('gateway')
    .where('gateway', '=', gateway)
    .where('refused_at', '>', sql<Date>`now() - interval '1 second'`)
    .executeTakeFirst()
  if (isStored !== undefined) return
  await db
    .insertInto('gateway_refusals')
    .values({ gateway, refused_at: sql<Date>`now()` })
    .onConflict((conflict) => conflict.column('gateway').doUpdateSet({ refused_at: sql<Date>`now()` }))
    .execute()
}

export async function listRefusals(db: Kysely<DB>): Promise<ReadonlyMap<string, Date>> {
  const rows = await db.selectFrom('gateway_refusals').select(['gateway', 'refused_at']).execute()
  return new Map(rows.map(({ gateway, refused_at: at }) => [gateway, at]))
}
