import type { Tx } from '#server/lib/postgres/transact.ts'
import type { Reseal } from '#server/lib/crypto/secrets.ts'

import { secretPurpose } from './secret-purpose.ts'
import { listSealedSecrets, replaceSealed } from './two-factor-queries.ts'

/** Where the key is changed; one that does not open stays as it is. */
export async function resealTwoFactorSecrets(tx: Tx, reseal: Reseal): Promise<void> {
  let after = 0
  for (;;) {
    const rows = await listSealedSecrets(tx, after)
    for (const { user_id: userId, sealed } of rows) {
      const resealed = reseal(secretPurpose(userId), sealed)
      if (resealed !== undefined) await replaceSealed(tx, { userId, sealed: resealed })
      after = userId
    }
    if (rows.length === 0) return
  }
}
