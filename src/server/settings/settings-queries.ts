import { type Kysely, sql } from 'kysely'

import type { DB } from '#server/database/tables.ts'

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
