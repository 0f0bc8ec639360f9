import { type Kysely, sql } from 'kysely'

import { clusterOf } from '#server/lib/postgres/on-cluster.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import { claimName, releaseName } from '#server/modules/users/claim-names.ts'
import { refuseTakenEmail } from '#server/modules/users/create-user.ts'
import { changeUserRow } from '#server/modules/users/users-queries.ts'

/**
 * Confirms the current address, or makes the pending one current. False if the address is neither. Throws
 * `email_taken`.
 */
export async function confirmAddress(
  tx: Tx,
  { userId, email, mayChange }: { userId: number; email: string; mayChange: boolean },
): Promise<boolean> {
  if (await confirmEmailRow(tx, { userId, email })) return true
  return mayChange && refuseTakenEmail(takePendingEmail(tx, { userId, email }))
}

/** Confirmed by any emailed link: a confirmation, a password reset or an invitation. */
export async function isAddressConfirmed(db: Kysely<DB>, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('email_confirmed_at')
    .where('id', '=', userId)
    .executeTakeFirst()
  return row !== undefined && row.email_confirmed_at !== null
}

export async function cancelPendingEmail(tx: Tx, userId: number): Promise<void> {
  await changeUserRow(tx, { userId, change: { pending_email: null } })
}

/** Confirms the current address. False if the user has another. */
async function confirmEmailRow(
  tx: Tx,
  { userId, email }: { userId: number; email: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ email_confirmed_at: sql<Date>`coalesce(email_confirmed_at, (select now()))` })
    .where('id', '=', userId)
    .where('email', '=', email)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Makes the pending address current. False if it isn't pending. */
async function takePendingEmail(
  tx: Tx,
  { userId, email }: { userId: number; email: string },
): Promise<boolean> {
  if (clusterOf(tx) !== undefined) await moveClaim(tx, { userId, email })
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ email, pending_email: null, email_confirmed_at: sql<Date>`now()` })
    .where('id', '=', userId)
    .where('pending_email', '=', email)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The user's row stays locked, so that the address is still pending when it becomes current. */
async function moveClaim(tx: Tx, { userId, email }: { userId: number; email: string }): Promise<void> {
  const user = await tx
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .where('pending_email', '=', email)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (user === undefined) return
  await claimName(tx, userId, { email })
  await releaseName(tx, userId, { email: user.email })
}
