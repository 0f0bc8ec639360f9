import type { Kysely } from 'kysely'

import type { RatePer } from '#contract/providers/provider-rates.ts'
import type { Context } from '#server/context.ts'
import { panel } from '#server/integrations/panels/panel-client.ts'
import type { PanelServiceList } from '#server/integrations/panels/panel.ts'
import { callProvider, toProviderFailed } from '#server/modules/providers/pacing/call-provider.ts'
import { getProviderAccount } from '#server/modules/providers/accounts/provider-account.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

export type FetchedList = { list: PanelServiceList; fetchedAt: Date }

const STORED_MS = 3_600_000 // spec §9: an hour

/** A provider's list: the stored one when allowed and no older than an hour, else fetched and stored. */
export async function fetchProviderList(
  ctx: Context,
  providerId: number,
  { mayBeStored }: { mayBeStored: boolean },
): Promise<FetchedList> {
  const now = ctx.clock()
  if (mayBeStored) {
    const storedAfter = new Date(now.getTime() - STORED_MS)
    const stored = await findStoredList(ctx.db, { providerId, fetchedAfter: storedAfter })
    if (stored !== undefined) return stored
  }
  const account = await getProviderAccount(ctx, providerId)
  const answer = await callProvider(ctx, account, panel.services)
  if (!answer.ok) throw toProviderFailed(answer.fault)
  const fetched = { list: answer.value, fetchedAt: now }
  await storeList(ctx.db, { providerId, ratePer: account.ratePer, ...fetched })
  return fetched
}

type StoredList = { list: PanelServiceList; fetchedAt: Date }

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

/** After key or address changed, the old list is invalid. */
export async function deleteStoredList(db: Kysely<DB>, providerId: number): Promise<void> {
  await db.deleteFrom('provider_lists').where('provider_id', '=', providerId).execute()
}
