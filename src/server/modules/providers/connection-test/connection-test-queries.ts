import type { Kysely } from 'kysely'

import type { DB } from '#server/lib/postgres/tables.ts'

/** Two orders of ours that are open there, by the provider's ids, the next ones to be asked about. */
export async function listOpenOrders(db: Kysely<DB>, providerId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('check_queue')
    .select('provider_ref')
    .where('provider_id', '=', providerId)
    .where('kind', '=', 'order')
    .orderBy('due_at')
    .limit(2)
    .execute()
  return rows.flatMap(({ provider_ref: order }) => order ?? [])
}
