import { type Kysely, sql } from 'kysely'

import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

export type ApiService = { userId: number; serviceId: number; firstAt: Date; lastAt: Date }

/** Stores that customers ordered services by API, to notify them of changes for 30 days. */
export async function storeApiServices(tx: Tx, ordered: readonly ApiService[]): Promise<void> {
  await sql`
    insert into api_services as stored (user_id, service_id, created_at, ordered_at)
    select * from unnest(${ordered.map(({ userId }) => userId)}::int[], ${ordered.map(({ serviceId }) => serviceId)}::int[],
      ${ordered.map(({ firstAt }) => firstAt)}::timestamptz[], ${ordered.map(({ lastAt }) => lastAt)}::timestamptz[])
    on conflict (user_id, service_id) do update set ordered_at = greatest(stored.ordered_at, excluded.ordered_at)`.execute(
    tx,
  )
}

export async function deleteApiServices(db: Kysely<DB>, userId: number): Promise<void> {
  await db.deleteFrom('api_services').where('user_id', '=', userId).execute()
}
