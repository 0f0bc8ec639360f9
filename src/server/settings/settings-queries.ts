import { type Kysely, sql } from 'kysely'

import type { DB } from '#server/database/tables.ts'
import type { Tx } from '#server/database/transact.ts'

/** What stands behind the shop: is there a gateway, and is anything of it a sandbox's. */
export async function findBackends(
  db: Kysely<DB>,
): Promise<{ hasGateway: boolean; hasSandboxGateway: boolean; hasSandboxProvider: boolean }> {
  const { rows } = await sql<{
    has_gateway: boolean
    has_sandbox_gateway: boolean
    has_sandbox_provider: boolean
  }>`select exists (select from gateways) as has_gateway,
      exists (select from gateways where is_sandbox) as has_sandbox_gateway,
      exists (select from providers where is_sandbox and is_enabled) as has_sandbox_provider`.execute(db)
  const [row] = rows
  return {
    hasGateway: row?.has_gateway === true,
    hasSandboxGateway: row?.has_sandbox_gateway === true,
    hasSandboxProvider: row?.has_sandbox_provider === true,
  }
}

/** The sections that were ever changed. */
export async function listSections(db: Kysely<DB>): Promise<{ section: string; value: unknown }[]> {
  return db.selectFrom('settings').select(['section', 'value']).execute()
}

/** Any number will do, as long as every process of the product takes the same. */
const LOCK_KEY = 7_244_615_911

/** Changes take turns, so that what each replaced is on record, also where a section has no row yet. */
export async function lockSettings(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK_KEY})`.execute(tx)
}

export async function writeSection(
  tx: Tx,
  { section, value }: { section: string; value: unknown },
): Promise<void> {
  const json = JSON.stringify(value)
  await sql`
    insert into settings (section, value) values (${section}, ${json}::jsonb)
    on conflict (section) do update set value = excluded.value, updated_at = now()`.execute(tx)
}
