import type { Tx } from '#server/lib/postgres/transact.ts'
import type { Reseal } from '#server/lib/crypto/secrets.ts'

import { gatewayKeyPurpose } from './find-account.ts'
import { listSealedGatewayKeys } from './gateway-queries.ts'

/** Every gateway's stored keys; one that does not open stays as it is. */
export async function resealGatewayKeys(tx: Tx, reseal: Reseal): Promise<void> {
  for (const { gateway, sealed, change } of await listSealedGatewayKeys(tx)) {
    const resealed = reseal(gatewayKeyPurpose(gateway), sealed)
    if (resealed !== undefined) await change(resealed)
  }
}
