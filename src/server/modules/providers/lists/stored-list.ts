import type { Kysely } from 'kysely'

import type { RatePer } from '#contract/providers/provider-rates.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { PanelServiceList } from '#server/integrations/panels/read-services.ts'

export type StoredList = { list: PanelServiceList; fetchedAt: Date }

/** Undefined for a list read with another `rate_per` than the provider's current one. */
export async function findStoredList(
  db: Kysely<DB>,
  { providerId, fetchedAfter }: { providerId: number; fetchedAfter: Date },
): Promise<StoredList | undefined> {
  const row = await db
    .selectFrom('provider_lists')
    .select(['services', 'fetched_at'])
    .where('provider_id', '=', providerId)
    .where('fetched_at', '>', fetchedAfter)
    .where('rate_per', '=', (of) =>
      of.selectFrom('providers').select('providers.rate_per').where('id', '=', providerId),
    )
    .executeTakeFirst()
  // Written below.
  return row && { list: row.services as PanelServiceList, fetchedAt: row.fetched_at }
}

export async function storeList(
  db: Kysely<DB>,
  { providerId, list, ratePer, fetchedAt }: { providerId: number; ratePer: RatePer } & StoredList,
): Promise<void> {
  const row = { services: JSON.stringify(list), rate_per: ratePer, fetched_at: fetchedAt }
  await db
    .insertInto('provider_lists')
    .values({ provider_id: providerId, ...row })
    .onConflict((conflict) => conflict.column('provider_id').doUpdateSet(row))
    .execute()
}

/** After key or address changed, the old list is worthless. */
export async function deleteStoredList(db: Kysely<DB>, providerId: number): Promise<void> {
  await db.deleteFrom('provider_lists').where('provider_id', '=', providerId).execute()
}
