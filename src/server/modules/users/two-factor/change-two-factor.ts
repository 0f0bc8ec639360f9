import type { Kysely } from 'kysely'

import { AppError } from '#contract/base/errors.ts'
import type { Context } from '#server/context.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { transact, type Tx } from '#server/lib/postgres/transact.ts'
import { endOthers, lockRenewals } from '#server/modules/users/auth/end-session.ts'
import { takeTry } from '#server/modules/users/auth/limit-tries.ts'
import { networkOf } from '#server/modules/users/auth/networks.ts'
import { getUser } from '#server/modules/users/get-user.ts'

import { emailAboutTwoFactor } from './email-about-two-factor.ts'
import {
  proveBothFactors,
  takeCode,
  type BothFactors,
  withoutGaps,
  wrongCode,
  hasTwoFactor,
} from './prove-code.ts'
import { drawRecoveryCodes, type HashedCodes } from './recovery-codes.ts'
import { drawSecret, findStep, otpauthUrl, secretPurpose } from './totp.ts'

/** A new secret, inactive until its first code is confirmed. Throws `state_conflict`. */
export async function setUpTwoFactor(
  ctx: Context,
  userId: number,
): Promise<{ secret: string; otpauth_url: string }> {
  if (await hasTwoFactor(ctx.db, userId)) throw new AppError('state_conflict', { reason: 'two_factor_on' })
  const secret = drawSecret()
  const sealed = ctx.secrets.seal(secretPurpose(userId), secret)
  if (!(await beginSetUp(ctx.db, { userId, sealed, now: ctx.clock() })))
    throw new AppError('state_conflict', { reason: 'two_factor_on' })
  const { email } = await getUser(ctx.db, userId)
  const { brand } = await ctx.settings.read()
  return { secret, otpauth_url: otpauthUrl({ secret, issuer: brand.name, account: email }) }
}

/** How long a secret waits for its first code. */
const WAITING_MS = 60 * 60_000

/**
 * Confirms the first code of a new secret. Ends every other session, as none of them has shown a second factor. Returns
 * the recovery codes, only this time. Throws `invalid_fields`, `rate_limited`, and `state_conflict` if no secret is
 * waiting.
 */
export async function turnOnTwoFactor(
  ctx: Context,
  { userId, sessionId, address, code }: { userId: number; sessionId: string; address: string; code: string },
): Promise<string[]> {
  await takeTry(ctx, { what: 'code', parts: [userId, networkOf(address)] })
  const now = ctx.clock()
  const sealed = await findBegun(ctx.db, { userId, since: new Date(now.getTime() - WAITING_MS) })
  if (sealed === undefined) throw notBegun()
  const secret = ctx.secrets.open(secretPurpose(userId), sealed)
  const step = findStep({ secret, code: withoutGaps(code), now })
  if (step === undefined) throw wrongCode()
  const { codes, hashed } = await drawRecoveryCodes(address)
  await transact(ctx, async (tx, publish) => {
    // A concurrent sign-in either comes first and ends here, or comes after and is asked for a code.
    await lockRenewals(tx, userId)
    if (!(await enableRow(tx, { userId, sealed, step, now }, hashed))) throw notBegun()
    await endOthers(tx, publish, { userId, own: sessionId })
    await emailAboutTwoFactor(tx, publish, {
      userId,
      code: 'two_factor_on',
      details: {},
      once: now.toISOString(),
    })
  })
  ctx.security.note('second_factor_changed', { userId, address, code: 'turned_on' })
  return codes
}

function notBegun(): AppError {
  return new AppError('state_conflict', { reason: 'two_factor_not_begun' })
}

/**
 * Needs both factors and ends every other session. Also for staff who must have it, to set up another device; until
 * then they can't act as staff.
 */
export async function turnOffTwoFactor(
  ctx: Context,
  { sessionId, ...typed }: BothFactors & { sessionId: string },
): Promise<void> {
  const { userId } = typed
  const proven = await proveBothFactors(ctx, typed)
  await transact(ctx, async (tx, publish) => {
    await lockRenewals(tx, userId)
    if (!(await takeCode(tx, publish, proven, { isEmailed: false }))) throw wrongCode()
    const since = await endTwoFactor(tx, userId)
    await endOthers(tx, publish, { userId, own: sessionId })
    const once = since?.toISOString() ?? ''
    await emailAboutTwoFactor(tx, publish, { userId, code: 'two_factor_off', details: {}, once })
  })
  ctx.security.note('second_factor_changed', { userId, address: typed.address, code: 'turned_off' })
}

/** Deletes it with the recovery codes. Returns when it was turned on; an unfinished setup stays. */
export async function endTwoFactor(tx: Tx, userId: number): Promise<Date | undefined> {
  const row = await tx
    .deleteFrom('two_factor')
    .where('user_id', '=', userId)
    .where('enabled_at', 'is not', null)
    .returning('enabled_at')
    .executeTakeFirst()
  return row?.enabled_at ?? undefined
}

/** Replaces the recovery codes; needs both factors. Returns them, only this time. */
export async function makeRecoveryCodes(ctx: Context, typed: BothFactors): Promise<string[]> {
  const { userId, address } = typed
  const proven = await proveBothFactors(ctx, typed)
  const { codes, hashed } = await drawRecoveryCodes(address)
  await transact(ctx, async (tx, publish) => {
    if (!(await takeCode(tx, publish, proven, { isEmailed: false }))) throw wrongCode()
    await replaceCodes(tx, userId, hashed)
    const once = hashed.salt.toString('hex')
    await emailAboutTwoFactor(tx, publish, { userId, code: 'recovery_codes_made', details: {}, once })
  })
  ctx.security.note('second_factor_changed', { userId, address, code: 'codes_made' })
  return codes
}

/** Replaces a secret that is waiting. False if two-factor is on. */
async function beginSetUp(
  db: Kysely<DB>,
  { userId, sealed, now }: { userId: number; sealed: Buffer; now: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('two_factor')
    .values({ user_id: userId, sealed, started_at: now })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ sealed, started_at: now })
        .where('two_factor.enabled_at', 'is', null),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** The waiting secret, if it was set up since then. */
async function findBegun(
  db: Kysely<DB>,
  { userId, since }: { userId: number; since: Date },
): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('two_factor')
    .select('sealed')
    .where('user_id', '=', userId)
    .where('enabled_at', 'is', null)
    .where('started_at', '>=', since)
    .executeTakeFirst()
  return row?.sealed
}

/** Only for the confirmed secret, if it is still waiting. Returns whether two-factor is on now. */
async function enableRow(
  tx: Tx,
  { userId, sealed, step, now }: { userId: number; sealed: Buffer; step: bigint; now: Date },
  { salt, hashes }: HashedCodes,
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

async function replaceCodes(tx: Tx, userId: number, { salt, hashes }: HashedCodes): Promise<void> {
  await tx.updateTable('two_factor').set({ recovery_salt: salt }).where('user_id', '=', userId).execute()
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await insertCodes(tx, userId, hashes)
}

async function insertCodes(tx: Tx, userId: number, hashes: readonly Buffer[]): Promise<void> {
  const rows = hashes.map((hash) => ({ user_id: userId, hash }))
  await tx.insertInto('recovery_codes').values(rows).execute()
}
