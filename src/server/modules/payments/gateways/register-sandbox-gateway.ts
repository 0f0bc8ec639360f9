import { type Insertable, type Kysely, sql } from 'kysely'

import type { Context } from '#server/context.ts'
import type { CryptomusAccount } from '#server/integrations/gateways/cryptomus/cryptomus-client.ts'

import type { DB } from '#server/lib/postgres/tables.ts'

import { gatewayKeyPurpose } from './find-account.ts'

/** Stores the sandbox's account, so that every process uses it. An account of the operator's takes precedence. */
export async function registerSandboxGateway(
  { db, secrets, events }: Context,
  { url, merchant, key }: CryptomusAccount,
): Promise<void> {
  await saveGatewayRow(db, {
    gateway: 'cryptomus',
    url: url.replace(/\/+$/, ''),
    merchant,
    key_ciphertext: secrets.seal(gatewayKeyPurpose('cryptomus'), key),
    is_sandbox: true,
  })
  events.publish({ topic: 'settings' })
}

async function saveGatewayRow(db: Kysely<DB>, row: Insertable<DB['gateways']>): Promise<void> {
  const { url, merchant, key_ciphertext, is_sandbox = false } = row
  await db
    .insertInto('gateways')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('gateway')
        .doUpdateSet({ url, merchant, key_ciphertext, is_sandbox, updated_at: sql`now()` }),
    )
    .execute()
}
