import type { Tx } from '#server/database/transact.ts'

import { deleteMails } from './mails-queries.ts'

/** Letters to a user, also those that wait to be sent. */
export async function forgetMails(tx: Tx, userId: number): Promise<void> {
  await deleteMails(tx, userId)
}
