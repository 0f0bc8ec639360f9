import type { Tx } from '#server/database/transact.ts'

import { removeSamples } from './following-queries.ts'

/** How the orders of somebody who leaves were delivered; the orders stay. */
export async function forgetSamples(tx: Tx, userId: number): Promise<void> {
  await removeSamples(tx, userId)
}
