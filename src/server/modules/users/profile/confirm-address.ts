import { type Kysely, sql } from 'kysely'

import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import { refuseTakenEmail } from '#server/modules/users/create-user.ts'
import { changeUserRow } from '#server/modules/users/users-queries.ts'

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

/** The address that the user has is theirs. Answers whether they have it. */
async function confirmEmailRow(
  tx: Tx,
  { userId, email }: { userId: number; email: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ email_confirmed_at: sql<Date>`coalesce(email_confirmed_at, now())` })
    .where('id', '=', userId)
    .where('email', '=', email)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The address that waits takes the place of the one before. Answers whether it was waiting. */
async function takePendingEmail(
  tx: Tx,
  { userId, email }: { userId: number; email: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ email, pending_email: null, email_confirmed_at: sql<Date>`now()` })
    .where('id', '=', userId)
    .where('pending_email', '=', email)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Null where the address was never confirmed. */
async function findConfirmedAt(db: Kysely<DB>, userId: number): Promise<Date | null> {
  const row = await db
    .selectFrom('users')
    .select('email_confirmed_at')
    .where('id', '=', userId)
    .executeTakeFirst()
  return row?.email_confirmed_at ?? null
}
