import { type Kysely, sql } from 'kysely'

import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

/** The address that the user has is theirs. Answers whether they have it. */
export async function confirmEmailRow(
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
export async function takePendingEmail(
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
export async function findConfirmedAt(db: Kysely<DB>, userId: number): Promise<Date | null> {
  const row = await db
    .selectFrom('users')
    .select('email_confirmed_at')
    .where('id', '=', userId)
    .executeTakeFirst()
  return row?.email_confirmed_at ?? null
}
