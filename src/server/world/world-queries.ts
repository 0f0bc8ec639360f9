import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Pool } from 'pg'

import type { DB } from '#server/database/tables.ts'

export type WorldKind = 'sandbox' | 'live'

/** By the pool, since main asks before it makes a context. */
export async function findWorldKind(pool: Pool): Promise<WorldKind | undefined> {
  const { rows } = await pool.query<{ kind: WorldKind }>('select kind from world')
  return rows[0]?.kind
}

/** Of several that start at once, the first one's word holds: answers it. */
export async function stampWorld(pool: Pool, kind: WorldKind): Promise<WorldKind> {
  await pool.query('insert into world (kind) values ($1) on conflict do nothing', [kind])
  return (await findWorldKind(pool)) ?? kind
}

/** What a database of before holds of either world. */
export async function findTraces(
  pool: Pool,
): Promise<{ providerUrls: string[]; hasMerchant: boolean; hasSandbox: boolean }> {
  const { rows } = await pool.query<{
    provider_urls: string[]
    has_merchant: boolean
    has_sandbox: boolean
  }>(`select
      array(select api_url from providers where is_enabled and not is_sandbox) as provider_urls,
      exists (select from settings where section = 'gateways' and value -> 'cryptomus' ->> 'merchant' is not null) as has_merchant,
      exists (select from providers where is_sandbox) or exists (select from gateways where is_sandbox)
        or exists (select from sandbox_mailbox) as has_sandbox`)
  const [row] = rows
  return {
    providerUrls: row?.provider_urls ?? [],
    hasMerchant: row?.has_merchant === true,
    hasSandbox: row?.has_sandbox === true,
  }
}

/** Where the sandbox's servers are; undefined where the money is real, or nothing was said of it yet. */
export async function findSandboxUrls(db: Kysely<DB>): Promise<string[] | undefined> {
  const { rows } = await sql<{ urls: string[] }>`
    select array(select api_url from providers where is_sandbox union all select url from gateways where is_sandbox) as urls
    from world where kind = 'sandbox'`.execute(db)
  return rows[0]?.urls
}
