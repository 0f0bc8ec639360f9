import type { Kysely } from 'kysely'

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
import { countRecoveryCodes, findTwoFactor, hasTwoFactor } from './two-factor-queries.ts'

/** Whose second factor is asked for. `epoch`: of their sessions, which a new password moves on. */
export type Asked = { userId: number; epoch: number; address: string }

/** A code that is right, and not used yet: `takeCode` does that, in the tx of what it is for. */
export type ProvenCode = { userId: number } & ({ sealed: Buffer; step: bigint } | { hash: Buffer })

/** What people and apps put between figures and letters does not count. */
export function withoutGaps(typed: string): string {
  return typed.replaceAll(/[\s-]/g, '')
}

/**
 * Undefined where it is not right: neither a code of the app, at this moment or 30 s beside it, nor a recovery code.
 *
 * Tries are counted for an account from a network, and for an account from everywhere: three of a million codes are right at a
 * time. Who guesses at an account knows its password, so a new password has tries of its own: its owner, with whom somebody
 * else uses them up, sets one by the letter. Throws `rate_limited`, and `state_conflict` where it is not on.
 */
export async function proveCode(
  ctx: Context,
  { userId, epoch, address }: Asked,
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
  { userId, address }: Pick<Asked, 'userId' | 'address'>,
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
  // One that is none has used up its try, as a wrong code of the app has.
  return (await hasRecoveryCode(ctx.db, { userId, hash })) ? { userId, hash } : undefined
}

/**
 * Uses it up. False where it was used before, by whoever came first at the same moment too. Of a recovery code its owner is
 * told, unless they are told of what it was used for.
 */
export async function takeCode(
  tx: Tx,
  publish: Publish,
  proven: ProvenCode,
  { isTold }: { isTold: boolean } = { isTold: true },
): Promise<boolean> {
  const { userId } = proven
  if (!('hash' in proven)) return takeStep(tx, proven)
  if (!(await takeRecoveryCode(tx, proven))) return false
  if (isTold) {
    const left = await countRecoveryCodes(tx, userId)
    const once = proven.hash.toString('hex').slice(0, 32)
    await emailAboutTwoFactor(tx, publish, { userId, code: 'recovery_code_used', details: { left }, once })
  }
  return true
}

/** Of two who send the same code at the same moment, one moves the step on. Answers whether it was not used before. */
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

/** Whether it is there, not used yet. */
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

/** Answers whether it was there to be used. */
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

/** Who asks, with what they typed. */
export type Typed = { userId: number; address: string; password: string; code: string }

/**
 * For what changes the second factor: being signed in does not do. Throws `invalid_fields` for the one that is wrong,
 * `rate_limited`, and `state_conflict` where it is not on.
 */
export async function proveBothFactors(
  ctx: Context,
  { userId, address, password, code }: Typed,
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
