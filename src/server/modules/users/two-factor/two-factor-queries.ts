import { type Kysely, sql } from 'kysely'

import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

/** Undefined if two-factor is off. */
export async function findTwoFactor(
  db: Kysely<DB>,
  userId: number,
): Promise<{ sealed: Buffer; enabledAt: Date; salt: Buffer } | undefined> {
  const row = await db
    .selectFrom('two_factor')
    .select(['sealed', 'enabled_at', 'recovery_salt'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (row?.enabled_at == null || row.recovery_salt === null) return undefined
  return { sealed: row.sealed, enabledAt: row.enabled_at, salt: row.recovery_salt }
}

export async function hasTwoFactor(db: Kysely<DB>, userId: number): Promise<boolean> {
  return (await findTwoFactor(db, userId)) !== undefined
}

export async function countRecoveryCodes(db: Kysely<DB>, userId: number): Promise<number> {
  const { left } = await db
    .selectFrom('recovery_codes')
    .select(sql<number>`count(*)::int`.as('left'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return left
}

/** Deletes it with the recovery codes. Answers since when it was on; a setup that was not finished stays. */
export async function endTwoFactor(tx: Tx, userId: number): Promise<Date | undefined> {
  const row = await tx
    .deleteFrom('two_factor')
    .where('user_id', '=', userId)
    .where('enabled_at', 'is not', null)
    .returning('enabled_at')
    .executeTakeFirst()
  return row?.enabled_at ?? undefined
}
