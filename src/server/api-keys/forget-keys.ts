import type { Tx } from '#server/database/transact.ts'

import { deleteAccess, deleteKeys } from './api-keys-queries.ts'

/** With the addresses that they were allowed from. */
export async function forgetKeys(tx: Tx, userId: number): Promise<void> {
  await deleteKeys(tx, { userId, id: undefined })
  await deleteAccess(tx, userId)
}
