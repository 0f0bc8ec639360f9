import { sql } from 'kysely'

import { AppError } from '#contract/base/errors.ts'
import type { Context } from '#server/context.ts'
import { type Publish, transact, type Tx } from '#server/lib/postgres/transact.ts'
import { linkLifetimes } from '#server/modules/messaging/emails/link-token.ts'
import { isProofOf, readLinkToken } from '#server/modules/messaging/emails/link-token.ts'
import { queueEmail } from '#server/modules/messaging/emails/queue-email.ts'
import { takeTry } from '#server/modules/users/auth/limit-tries.ts'
import { getUser } from '#server/modules/users/get-user.ts'

import { confirmAddress, cancelPendingEmail, isAddressConfirmed } from './confirm-address.ts'

/**
 * Confirms an address by its emailed link; a pending address becomes current. Repeating it gets the same answer while
 * that is the address. Throws `confirmation_invalid`, and `email_taken` if another user has the address by now.
 */
export async function confirmEmail(
  ctx: Context,
  { token, address }: { token: string; address: string },
): Promise<{ email: string }> {
  const read = readLinkToken(token)
  if (read === undefined) throw new AppError('confirmation_invalid')
  const key = { userId: read.userId, id: BigInt(read.id) }
  const confirmed = await transact(ctx, async (tx) => {
    const confirmation = await lockConfirmation(tx, key)
    if (confirmation === undefined) throw new AppError('confirmation_invalid')
    const { email, used_at: usedAt } = confirmation
    const linked = { purpose: 'confirm-email', userId: read.userId, id: read.id, email } as const
    if (!isProofOf(read.proof, linked, ctx.secrets)) throw new AppError('confirmation_invalid')
    const isConfirmed = await confirmAddress(tx, { userId: read.userId, email, mayChange: usedAt === null })
    if (!isConfirmed) throw new AppError('confirmation_invalid')
    await useConfirmation(tx, key)
    return { email }
  })
  ctx.security.note('email_confirmed', { userId: read.userId, address })
  return confirmed
}

/** Queues an email with a confirmation link. Returns the confirmation's id. */
export async function queueConfirmation(
  tx: Tx,
  publish: Publish,
  { userId, email }: { userId: number; email: string },
): Promise<string> {
  const confirmation = String(await insertConfirmation(tx, { userId, email }))
  await queueEmail(tx, publish, {
    userId,
    receiver: email,
    event: `email_confirmation:${confirmation}`,
    kind: 'email_confirmation',
    details: { confirmation },
  })
  return confirmation
}

/** For an account whose address isn't confirmed. Returns the address. Throws `rate_limited`. */
export async function sendConfirmation(ctx: Context, userId: number): Promise<string> {
  const { email } = await getUser(ctx.db, userId)
  if (await isAddressConfirmed(ctx.db, userId)) return email
  await takeTry(ctx, { what: 'confirmation', parts: [userId] })
  await transact(ctx, (tx, publish) => queueConfirmation(tx, publish, { userId, email }))
  return email
}

/**
 * By the link in the warning to the current address: cancels any pending change of email. Repeating it gets the same
 * answer. Throws `confirmation_invalid`, also once the account has another address.
 */
export async function cancelEmailChange(
  ctx: Context,
  { token, address }: { token: string; address: string },
): Promise<void> {
  const read = readLinkToken(token)
  if (read === undefined) throw new AppError('confirmation_invalid')
  const { userId, id, proof } = read
  await transact(ctx, async (tx) => {
    // Locked in the same order as in `confirmEmail`, so that one of the two waits.
    const confirmation = await lockConfirmation(tx, { userId, id: BigInt(id) })
    if (confirmation === undefined) throw new AppError('confirmation_invalid')
    const { email } = await getUser(tx, userId)
    if (!isProofOf(proof, { purpose: 'cancel-email-change', userId, id, email }, ctx.secrets))
      throw new AppError('confirmation_invalid')
    await cancelPendingEmail(tx, userId)
  })
  ctx.security.note('email_change_canceled', { userId, address })
}

const LIFETIME = sql`${linkLifetimes.email_confirmation}::interval`

async function insertConfirmation(
  tx: Tx,
  { userId, email }: { userId: number; email: string },
): Promise<bigint> {
  const { id } = await tx
    .insertInto('email_confirmations')
    .values({ user_id: userId, email })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Locks the confirmation until the tx ends. Undefined if it has expired. */
async function lockConfirmation(tx: Tx, { userId, id }: { userId: number; id: bigint }) {
  return tx
    .selectFrom('email_confirmations')
    .select(['email', 'used_at'])
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('created_at', '>', sql<Date>`now() - ${LIFETIME}`)
    .forUpdate()
    .executeTakeFirst()
}

async function useConfirmation(tx: Tx, { userId, id }: { userId: number; id: bigint }): Promise<void> {
  await tx
    .updateTable('email_confirmations')
    .set({ used_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .execute()
}
