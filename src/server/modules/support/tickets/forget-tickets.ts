import type { Tx } from '#server/lib/postgres/transact.ts'

import { detachFiles } from '#server/modules/support/attachments/attachment-queries.ts'
import { freeTicketsOf } from '#server/modules/support/inbox/inbox-queries.ts'
import { deleteKeysOf } from './key-queries.ts'
import { closeTickets } from './ticket-queries.ts'

/** Nobody waits for an answer any more, and the files that came along are removed with what is left over. */
export async function forgetTickets(tx: Tx, { userId, now }: { userId: number; now: Date }): Promise<void> {
  await closeTickets(tx, { userId, now })
  await detachFiles(tx, userId)
  await deleteKeysOf(tx, userId)
  // Where it was one of the staff.
  await freeTicketsOf(tx, userId)
}
