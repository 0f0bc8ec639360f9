import type { Context } from '#server/context.ts'
import type { CryptomusAccount } from '#server/integrations/gateways/cryptomus/cryptomus-client.ts'

import { gatewayKeyPurpose } from './find-account.ts'
import { saveGatewayRow } from './gateway-queries.ts'

/** Keeps the sandbox's account in the database, so that every process pays there. One of the operator's wins. */
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
