import type { Tx } from '#server/lib/postgres/transact.ts'

import { readPreferences } from './preferences-queries.ts'

export { listOrderNews, type OrderNews } from './preferences-queries.ts'

/** Whether news of orders and payments go to them by letter too. */
export async function wantsOrderLetters(tx: Tx, userId: number): Promise<boolean> {
  return (await readPreferences(tx, userId)).orderUpdates
}
