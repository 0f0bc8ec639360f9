import { type Kysely, sql } from 'kysely'

import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

import type { KeptCodes } from './recovery-codes.ts'

/** What is asked of whoever signs in; undefined where it is off. */
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

/** Whether signing in asks for a second factor. */
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

/** In place of one that still waits. Answers whether it is there: one that is on stays. */
export async function beginSetUp(
  db: Kysely<DB>,
  { userId, sealed, now }: { userId: number; sealed: Buffer; now: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('two_factor')
    .values({ user_id: userId, sealed, begun_at: now })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ sealed, begun_at: now })
        .where('two_factor.enabled_at', 'is', null),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** The secret that waits for its first code, if it was begun since then. */
export async function findBegun(
  db: Kysely<DB>,
  { userId, since }: { userId: number; since: Date },
): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('two_factor')
    .select('sealed')
    .where('user_id', '=', userId)
    .where('enabled_at', 'is', null)
    .where('begun_at', '>=', since)
    .executeTakeFirst()
  return row?.sealed
}

/** From the secret that was proven, which nobody has replaced or turned on meanwhile. Answers whether it is on now. */
export async function enableRow(
  tx: Tx,
  { userId, sealed, step, now }: { userId: number; sealed: Buffer; step: bigint; now: Date },
  { salt, hashes }: KeptCodes,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('two_factor')
    .set({ enabled_at: now, last_step: step, recovery_salt: salt })
    .where('user_id', '=', userId)
    .where('sealed', '=', sealed)
    .where('enabled_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) return false
  await insertCodes(tx, userId, hashes)
  return true
}

/** Of two who send the same code at the same moment, one moves the step on. Answers whether it was not used before. */
export async function takeStep(
  tx: Tx,
  { userId, sealed, step }: { userId: number; sealed: Buffer; step: bigint },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('two_factor')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('sealed', '=', sealed)
    .where('enabled_at', 'is not', null)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Whether it is there, not used yet. */
export async function hasRecoveryCode(
  db: Kysely<DB>,
  { userId, hash }: { userId: number; hash: Buffer },
): Promise<boolean> {
  const row = await db
    .selectFrom('recovery_codes')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('hash', '=', hash)
    .executeTakeFirst()
  return row !== undefined
}

/** Answers whether it was there to be used. */
export async function takeRecoveryCode(
  tx: Tx,
  { userId, hash }: { userId: number; hash: Buffer },
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('hash', '=', hash)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Those before are over. */
export async function replaceCodes(tx: Tx, userId: number, { salt, hashes }: KeptCodes): Promise<void> {
  await tx.updateTable('two_factor').set({ recovery_salt: salt }).where('user_id', '=', userId).execute()
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await insertCodes(tx, userId, hashes)
}

/** With the recovery codes. Answers since when it was on; where it is not, a set-up that is under way stays. */
export async function endTwoFactor(tx: Tx, userId: number): Promise<Date | undefined> {
  const row = await tx
    .deleteFrom('two_factor')
    .where('user_id', '=', userId)
    .where('enabled_at', 'is not', null)
    .returning('enabled_at')
    .executeTakeFirst()
  return row?.enabled_at ?? undefined
}

/** Of an account that is forgotten: with the recovery codes, and with a set-up that is under way. */
export async function deleteTwoFactor(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('two_factor').where('user_id', '=', userId).execute()
}

const RESEALED_AT_ONCE = 500

/** Some at a time, in the order of their users, beginning after `after`. */
export async function listSealedSecrets(
  tx: Tx,
  after: number,
): Promise<{ user_id: number; sealed: Buffer }[]> {
  return tx
    .selectFrom('two_factor')
    .select(['user_id', 'sealed'])
    .where('user_id', '>', after)
    .orderBy('user_id')
    .limit(RESEALED_AT_ONCE)
    .execute()
}

export async function replaceSealed(
  tx: Tx,
  { userId, sealed }: { userId: number; sealed: Buffer },
): Promise<void> {
  await tx.updateTable('two_factor').set({ sealed }).where('user_id', '=', userId).execute()
}

async function insertCodes(tx: Tx, userId: number, hashes: readonly Buffer[]): Promise<void> {
  const rows = hashes.map((hash) => ({ user_id: userId, hash }))
  await tx.insertInto('recovery_codes').values(rows).execute()
}
