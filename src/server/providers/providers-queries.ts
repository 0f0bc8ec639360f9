import { type Kysely, sql } from 'kysely'

import type { Provider } from '#contract/providers.ts'
import type { DB } from '#server/database/tables.ts'

/** `servicesCount` counts services that are on the catalogue and forwarded there. */
function selectProviders(db: Kysely<DB>) {
  return db
    .selectFrom('providers')
    .selectAll()
    .select(
      sql<bigint>`(select count(*) from supplies join services on services.id = supplies.service_id
        where supplies.provider_id = providers.id and services.deleted_at is null)`.as('services_count'),
    )
}

export type ProviderRow = Awaited<ReturnType<typeof listProviderRows>>[number]

export function listProviderRows(db: Kysely<DB>) {
  return selectProviders(db).orderBy('id').execute()
}

export function findProviderRow(db: Kysely<DB>, id: number): Promise<ProviderRow | undefined> {
  return selectProviders(db).where('id', '=', id).executeTakeFirst()
}

/** Enabled ones whose balance was last read before `checkedBefore` and that are not paused at `now`. */
export async function listProvidersToCheck(
  db: Kysely<DB>,
  { now, checkedBefore }: { now: Date; checkedBefore: Date },
): Promise<number[]> {
  const rows = await db
    .selectFrom('providers')
    .select('id')
    .where('is_enabled', '=', true)
    .where((is) =>
      is.or([is('balance_checked_at', 'is', null), is('balance_checked_at', '<', checkedBefore)]),
    )
    .where((is) => is.or([is('paused_until', 'is', null), is('paused_until', '<=', now)]))
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** What staff may see of it: never the key. */
export function toProvider(row: ProviderRow, now: Date): Provider {
  const isPaused = row.paused_until !== null && row.paused_until > now
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    api_url: row.api_url,
    has_key: row.key_ciphertext !== null,
    currency: row.currency,
    usd_per_unit: trimZeros(row.usd_per_unit),
    is_enabled: row.is_enabled,
    balance: row.balance === null ? null : trimZeros(row.balance),
    balance_checked_at: row.balance_checked_at,
    health: {
      state: isPaused ? 'paused' : row.consecutive_failures > 0 ? 'failing' : 'healthy',
      last_error: row.last_error,
      paused_until: isPaused ? row.paused_until : null,
    },
    services: Number(row.services_count),
    created_at: row.created_at,
  }
}

function trimZeros(decimal: string): string {
  return decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal
}
