import { type Kysely, sql } from 'kysely'

import { AppError, invalidFields } from '#contract/base/errors.ts'
import type { Context } from '#server/context.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Publish, Tx } from '#server/lib/postgres/transact.ts'
import { hashWithSalt } from '#server/modules/users/auth/hash-password.ts'
import { giveBack, takeTry, type Tried } from '#server/modules/users/auth/limit-tries.ts'
import { networkOf } from '#server/modules/users/auth/networks.ts'
import { provePassword } from '#server/modules/users/auth/prove-password.ts'

import { emailAboutTwoFactor } from './email-about-two-factor.ts'
import { readRecoveryCode } from './recovery-codes.ts'
import { findStep, secretPurpose } from './totp.ts'

/** `epoch`: the session epoch, which a new password advances. */
export type CodeOwner = { userId: number; epoch: number; address: string }

/** A correct code that is not used up yet: `takeCode` does that in the tx that needs it. */
export type ProvenCode = { userId: number } & ({ sealed: Buffer; step: bigint } | { hash: Buffer })

/** Spaces and dashes are ignored. */
export function withoutGaps(typed: string): string {
  return typed.replaceAll(/[\s-]/g, '')
}

/**
 * Undefined for a wrong code: neither one of the app, up to 30 s off, nor a recovery code. Attempts count per account
 * and network, and per account from anywhere, as three of a million codes are valid at any time. Anyone guessing codes
 * knows the password, so a new password has its own attempts: an owner whose attempts are used up resets it by email.
 * Throws `rate_limited`, and `state_conflict` if two-factor is off.
 */
export async function proveCode(
  ctx: Context,
  { userId, epoch, address }: CodeOwner,
  typed: string,
): Promise<ProvenCode | undefined> {
  const counted: Tried[] = [
    { what: 'code', parts: [userId, networkOf(address)] },
    { what: 'code_account', parts: [userId, epoch] },
  ]
  for (const tried of counted) await takeTry(ctx, tried)
  const proven = await findProof(ctx, { userId, address }, withoutGaps(typed))
  if (proven !== undefined) await giveBack(ctx, counted)
  return proven
}

async function findProof(
  ctx: Context,
  { userId, address }: Pick<CodeOwner, 'userId' | 'address'>,
  code: string,
): Promise<ProvenCode | undefined> {
  const factor = await findTwoFactor(ctx.db, userId)
  if (factor === undefined) throw new AppError('state_conflict', { reason: 'two_factor_off' })
  const { sealed, salt } = factor
  if (/^\d{6}$/.test(code)) {
    const step = findStep({ secret: ctx.secrets.open(secretPurpose(userId), sealed), code, now: ctx.clock() })
    return step === undefined ? undefined : { userId, sealed, step }
  }
  const recovery = readRecoveryCode(code)
  if (recovery === undefined) return undefined
  const hash = await hashWithSalt(recovery, salt, address)
  // An unknown recovery code uses up the attempt, like a wrong code of the app.
  return (await hasRecoveryCode(ctx.db, { userId, hash })) ? { userId, hash } : undefined
}

/**
 * Uses up a code. False if it was used before, also by a concurrent request. The owner is emailed about a used recovery
 * code, unless the action itself sends an email.
 */
export async function takeCode(
  tx: Tx,
  publish: Publish,
  proven: ProvenCode,
  { isEmailed }: { isEmailed: boolean } = { isEmailed: true },
): Promise<boolean> {
  const { userId } = proven
  if (!('hash' in proven)) return takeStep(tx, proven)
  if (!(await takeRecoveryCode(tx, proven))) return false
  if (isEmailed) {
    const left = await countRecoveryCodes(tx, userId)
    const once = proven.hash.toString('hex').slice(0, 32)
    await emailAboutTwoFactor(tx, publish, { userId, code: 'recovery_code_used', details: { left }, once })
  }
  return true
}

/** Of two requests with the same code one advances the step. False if it was used before. */
async function takeStep(
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

async function hasRecoveryCode(
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

/** False if it doesn't exist. */
async function takeRecoveryCode(
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

export type BothFactors = { userId: number; address: string; password: string; code: string }

/**
 * For changes of the second factor, which need more than a session. Throws `invalid_fields` for the wrong factor,
 * `rate_limited`, and `state_conflict` if two-factor is off.
 */
export async function proveBothFactors(
  ctx: Context,
  { userId, address, password, code }: BothFactors,
): Promise<ProvenCode> {
  if (!(await hasTwoFactor(ctx.db, userId)))
    throw new AppError('state_conflict', { reason: 'two_factor_off' })
  const { epoch } = await provePassword(ctx, { userId, password, address })
  const proven = await proveCode(ctx, { userId, epoch, address }, code)
  if (proven === undefined) throw wrongCode()
  return proven
}

export function wrongCode(): AppError {
  return invalidFields({ code: { code: 'two_factor_code_wrong' } })
}

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
