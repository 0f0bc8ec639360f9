import type { Publish, Tx } from '#server/lib/postgres/transact.ts'

import { deleteAccess, deleteKeys } from './api-keys-queries.ts'

/** With the addresses that they were allowed from. */
export async function forgetKeys(tx: Tx, userId: number): Promise<void> {
  await deleteKeys(tx, { userId, id: undefined })
  await deleteAccess(tx, userId)
}

/** All keys of a user, in a tx that changes more; what holds for keys stays for the next one. */
export async function endKeys(tx: Tx, publish: Publish, userId: number): Promise<void> {
  await deleteKeys(tx, { userId, id: undefined })
  publish({ topic: 'api_access', userId })
}
