import type { Tell, Tx } from '#server/database/transact.ts'

import { type Told, writeTold } from './following-queries.ts'

/** In a tx that is prepared; whoever looks at what changed is told. See land-statuses-statement.ts. */
export async function writeAndTell(tx: Tx, tell: Tell, told: readonly Told[]): Promise<void> {
  for (const { topic, user_id: userId, id } of await writeTold(tx, told))
    tell(topic === 'charge' ? { topic } : { topic, userId, id: Number(id) })
}
