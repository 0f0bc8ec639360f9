import type { Tx } from '#server/lib/postgres/transact.ts'

import { writeCanSpend } from './account-queries.ts'

/**
 * Whether orders may take from the balance, from the commit on: what waits for the account by then is refused as well. In one
 * tx with what makes it so. Throws where there is no account.
 */
export async function letSpend(tx: Tx, userId: number, canSpend: boolean): Promise<void> {
  if (!(await writeCanSpend(tx, { userId, canSpend }))) throw new Error(`user ${userId} has no account`)
}
