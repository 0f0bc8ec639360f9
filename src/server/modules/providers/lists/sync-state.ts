import { type Kysely, sql } from 'kysely'

import type { SyncProblem } from '#contract/messaging/notification-codes.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { nowPlus } from '#server/lib/postgres/times-in-changes.ts'

type SyncState = {
  name: string
  policy: 'hold' | 'follow'
  usdPerUnit: string
}

/** Undefined when there is no such provider. */
export async function findSyncState(db: Kysely<DB>, id: number): Promise<SyncState | undefined> {
  const row = await db
    .selectFrom('providers')
    .select(['name', 'sync_policy', 'usd_per_unit'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) return undefined
  return {
    name: row.name,
    policy: row.sync_policy === 'follow' ? 'follow' : 'hold',
    usdPerUnit: row.usd_per_unit,
  }
}

/** Whether its list is due: it is enabled, has a key and supplies, reading is not paused, and the time has come. */
export async function isSyncDue(db: Kysely<DB>, id: number): Promise<boolean> {
  const { rows } = await sql`
    select from providers
    where id = ${id} and is_enabled and key_ciphertext is not null and sync_due_at <= now()
      and reading_paused_until is null and exists (select from supplies where provider_id = providers.id)`.execute(
    db,
  )
  return rows.length > 0
}

export async function recordSynced(db: Kysely<DB>, id: number, now: Date): Promise<void> {
  await sql`
    update providers set synced_at = ${now}, sync_due_at = ${nowPlus(sql`make_interval(hours => sync_hours)`)},
      sync_trouble = null, sync_trouble_at = null, sync_troubles = 0, sync_error = null
    where id = ${id}`.execute(db)
}

const RETRY_SECONDS_FIRST = 60

/** Schedules a retry in a minute, doubled after each further failure; returns whether the trouble is new. */
export async function recordSyncTrouble(
  db: Kysely<DB>,
  { id, code, fault, now }: { id: number; code: SyncProblem; fault: string | null; now: Date },
): Promise<boolean> {
  const { rows } = await sql<{ is_new: boolean }>`
    with before as materialized (select sync_trouble from providers where id = ${id} for no key update)
    update providers set sync_trouble = ${code}, sync_error = ${fault}::jsonb, sync_troubles = sync_troubles + 1,
      sync_trouble_at = case when before.sync_trouble = ${code} then sync_trouble_at else ${now}::timestamptz end,
      sync_due_at = ${nowPlus(sql`least(make_interval(secs => ${RETRY_SECONDS_FIRST} * power(2, least(sync_troubles, 12))),
        make_interval(hours => sync_hours))`)}
    from before where id = ${id}
    returning before.sync_trouble is distinct from ${code} as is_new`.execute(db)
  return rows[0]?.is_new === true
}
