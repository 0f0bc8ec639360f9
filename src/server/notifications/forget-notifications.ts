import type { Tx } from '#server/database/transact.ts'

import { deleteNotifications } from './notifications-queries.ts'
import { deletePreferences } from './preferences-queries.ts'

/** What a user was told, and what they wanted to be told. */
export async function forgetNotifications(tx: Tx, userId: number): Promise<void> {
  await deleteNotifications(tx, userId)
  await deletePreferences(tx, userId)
}
