import { sql } from 'kysely'

import type { Tx } from './transact.ts'

/** What the first process encrypted, if anything. Locks the table until the tx ends. */
export async function lockSecretKeyCheck(tx: Tx): Promise<Buffer | undefined> {
  await sql`lock table secret_key_check in exclusive mode`.execute(tx)
  const row = await tx.selectFrom('secret_key_check').select('sealed').executeTakeFirst()
  return row?.sealed
}

export async function writeSecretKeyCheck(tx: Tx, sealed: Buffer): Promise<void> {
  await tx
    .insertInto('secret_key_check')
    .values({ sealed })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ sealed }))
    .execute()
}
