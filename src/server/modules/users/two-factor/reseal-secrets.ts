import type { Reseal } from '#server/lib/crypto/secrets.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

import { secretPurpose } from './totp.ts'

/** For a changed SECRET_KEY. Secrets that can't be decrypted stay unchanged. */
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

const RESEALED_AT_ONCE = 500

/** A page in order of users, after `after`. */
async function listSealedSecrets(tx: Tx, after: number): Promise<{ user_id: number; sealed: Buffer }[]> {
  return tx
    .selectFrom('two_factor')
    .select(['user_id', 'sealed'])
    .where('user_id', '>', after)
    .orderBy('user_id')
    .limit(RESEALED_AT_ONCE)
    .execute()
}

async function replaceSealed(tx: Tx, { userId, sealed }: { userId: number; sealed: Buffer }): Promise<void> {
  await tx.updateTable('two_factor').set({ sealed }).where('user_id', '=', userId).execute()
}
