import { timingSafeEqual } from 'node:crypto'

import { type Kysely, sql } from 'kysely'

import { AppError } from '#contract/base/errors.ts'
import type { Context } from '#server/context.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { transact, type Tx } from '#server/lib/postgres/transact.ts'
import { linkLifetimes } from '#server/modules/messaging/emails/link-token.ts'
import { readLinkToken } from '#server/modules/messaging/emails/link-token.ts'
import { queueEmailToUser } from '#server/modules/messaging/emails/queue-email.ts'
import { endKeys } from '#server/modules/users/api-keys/manage-keys.ts'
import { refuseEasyPassword } from '#server/modules/users/auth/easy-passwords.ts'
import { hashPassword } from '#server/modules/users/auth/hash-password.ts'
import { replacePassword } from '#server/modules/users/auth/password-queries.ts'
import { recordSignIn } from '#server/modules/users/auth/start-session.ts'
import type { Device } from '#server/modules/users/auth/sessions-queries.ts'
import { confirmAddress } from '#server/modules/users/profile/confirm-address.ts'

import { deleteResets, hashToken } from './request-reset.ts'

type Reset = { userId: number; id: bigint; email: string; passwordHash: string }

/** Does not use up the link. Throws `reset_token_invalid` as `setNewPassword` does. */
export async function verifyReset(ctx: Context, token: string): Promise<Reset> {
  const read = readLinkToken(token)
  const key = read && { userId: read.userId, id: BigInt(read.id) }
  const found = key && (await findReset(ctx.db, key))
  if (key === undefined || found === undefined || !timingSafeEqual(hashToken(token), found.tokenHash))
    throw new AppError('reset_token_invalid')
  return { ...key, email: found.email, passwordHash: found.passwordHash }
}

/**
 * Sets a password by an emailed link, once. Ends every session, cancels a pending change of email and, if requested,
 * revokes API keys (decision 19). Throws `reset_token_invalid`.
 */
export async function setNewPassword(
  ctx: Context,
  {
    token,
    password,
    endsApiKeys,
    device,
  }: { token: string; password: string; endsApiKeys: boolean; device: Device },
): Promise<void> {
  const { userId, id, email, passwordHash: oldHash } = await verifyReset(ctx, token)
  await refuseEasyPassword(ctx, password, { email })
  const newHash = await hashPassword(password, device.address)
  await transact(ctx, async (tx, publish) => {
    if (!(await takeReset(tx, { userId, id }))) throw new AppError('reset_token_invalid')
    const epoch = await replacePassword(tx, { userId, oldHash, newHash })
    // Another password was set meanwhile: the link belongs to the previous one.
    if (epoch === undefined) throw new AppError('reset_token_invalid')
    // Two concurrent requests each got a link: the other one must not work any more.
    await deleteResets(tx, userId)
    await confirmAddress(tx, { userId, email, mayChange: false })
    if (endsApiKeys) await endKeys(tx, publish, userId)
    // The owner may now sign in from here even while others use up the account's attempts.
    await recordSignIn(ctx, tx, publish, { userId, device, isEmailed: false })
    publish({ topic: 'session', userId, sessionId: null })
    const event = `password_changed:${epoch}`
    await queueEmailToUser(tx, publish, {
      userId,
      event,
      kind: 'password_changed',
      details: { keys_ended: endsApiKeys },
    })
  })
  ctx.security.note('password_changed', { userId, address: device.address, code: 'by_email' })
}

const LIFETIME = sql`${linkLifetimes.password_reset}::interval`

type Key = { userId: number; id: bigint }

/** Undefined if it has expired, the account has another address by now, or the user may not sign in. */
async function findReset(
  db: Kysely<DB>,
  { userId, id }: Key,
): Promise<{ email: string; tokenHash: Buffer; passwordHash: string } | undefined> {
  const row = await db
    .selectFrom('password_resets')
    .innerJoin('users', (join) =>
      join
        .onRef('users.id', '=', 'password_resets.user_id')
        .onRef('users.email', '=', 'password_resets.email'),
    )
    .select(['users.email', 'token_hash as tokenHash', 'password_hash as passwordHash'])
    .where('password_resets.user_id', '=', userId)
    .where('password_resets.id', '=', id)
    .where('password_resets.created_at', '>', sql<Date>`now() - ${LIFETIME}`)
    .where('users.status', '=', 'active')
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.passwordHash == null ? undefined : { ...row, passwordHash: row.passwordHash }
}

/** Of two concurrent requests one gets true. */
async function takeReset(tx: Tx, { userId, id }: Key): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('password_resets')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows === 1n
}
