import type { Kysely } from 'kysely'

import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

import { refuseTakenEmail } from './refuse-taken-email.ts'
import { changeUserRow } from './users-queries.ts'
import { confirmEmailRow, findConfirmedAt, takePendingEmail } from './email-queries.ts'

/**
 * Somebody has shown that the address is theirs: the one that the user has, or the one that waits for it. Answers false
 * where it is neither (any more). Throws `email_taken`.
 */
export async function confirmAddress(
  tx: Tx,
  { userId, email, mayChange }: { userId: number; email: string; mayChange: boolean },
): Promise<boolean> {
  if (await confirmEmailRow(tx, { userId, email })) return true
  return mayChange && refuseTakenEmail(takePendingEmail(tx, { userId, email }))
}

/** By any link that was sent there: of a confirmation, a new password or an invitation. */
export async function isAddressConfirmed(db: Kysely<DB>, userId: number): Promise<boolean> {
  return (await findConfirmedAt(db, userId)) !== null
}

/** An address that waits for being confirmed is wanted no more. */
export async function giveUpMove(tx: Tx, userId: number): Promise<void> {
  await changeUserRow(tx, { userId, change: { pending_email: null } })
}
