import type { Tx } from '#server/database/transact.ts'
import type { Reseal } from '#server/secrets.ts'

import { changeGatewayKey, gatewayKeyPurpose, listSealedGatewayKeys } from './gateway-queries.ts'

/** Every gateway's stored key; one that does not open stays as it is. */
export async function resealGatewayKeys(tx: Tx, reseal: Reseal): Promise<void> {
  for (const { gateway, key_ciphertext: sealed } of await listSealedGatewayKeys(tx)) {
    const resealed = reseal(gatewayKeyPurpose(gateway), sealed)
    if (resealed !== undefined) await changeGatewayKey(tx, gateway, resealed)
  }
}
