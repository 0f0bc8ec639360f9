import type { Tx } from '#server/lib/postgres/transact.ts'
import type { Reseal } from '#server/lib/crypto/secrets.ts'

import { keyPurpose } from './provider-account.ts'
import { changeProvider, listSealedKeys } from '#server/modules/providers/providers-queries.ts'

/** Every provider's stored key; one that does not open stays as it is. */
export async function resealProviderKeys(tx: Tx, reseal: Reseal): Promise<void> {
  for (const { id, slug, key_ciphertext: sealed } of await listSealedKeys(tx)) {
    const resealed = sealed === null ? undefined : reseal(keyPurpose(slug), sealed)
    if (resealed !== undefined) await changeProvider(tx, id, { key_ciphertext: resealed })
  }
}
