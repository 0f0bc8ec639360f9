import { sql } from 'kysely'

import type { Context } from '#server/context.ts'
import type { CryptomusAccount } from '#server/integrations/gateways/cryptomus/cryptomus-client.ts'

import { gatewayKeyPurpose } from './find-account.ts'

/** Stores the sandbox's account, so that every process uses it. An account of the operator's takes precedence. */
export async function registerSandboxGateway(
  { db, secrets, events }: Context,
  { url, merchant, key }: CryptomusAccount,
): Promise<void> {
  const account = {
    url: url.replace(/\/+$/, ''),
    merchant,
    key_ciphertext: secrets.seal(gatewayKeyPurpose('cryptomus'), key),
    is_sandbox: true,
  }
  await db
    .insertInto('gateways')
    .values({ gateway: 'cryptomus', ...account })
    .onConflict((conflict) => conflict.column('gateway').doUpdateSet({ ...account, updated_at: sql`now()` }))
    .execute()
  events.publish({ topic: 'settings' })
}
