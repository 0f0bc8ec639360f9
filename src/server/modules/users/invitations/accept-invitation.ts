import { type Kysely, sql } from 'kysely'

import { AppError } from '#contract/base/errors.ts'
import type { User } from '#contract/users/users.ts'
import type { Context } from '#server/context.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { transact, type Tx } from '#server/lib/postgres/transact.ts'
import { linkLifetimes } from '#server/modules/messaging/emails/link-token.ts'
import { isProofOf, readLinkToken } from '#server/modules/messaging/emails/link-token.ts'
import { refuseEasyPassword } from '#server/modules/users/auth/easy-passwords.ts'
import { hashPassword } from '#server/modules/users/auth/hash-password.ts'
import { giveFirstPassword } from '#server/modules/users/auth/password-queries.ts'
import { getUser } from '#server/modules/users/get-user.ts'
import { confirmAddress } from '#server/modules/users/profile/confirm-address.ts'

type Invited = { userId: number; id: bigint; name: string; email: string }

/** The invited user; does not use up the link. Throws `invitation_invalid` as `acceptInvitation` does. */
export async function verifyInvitation(ctx: Context, token: string): Promise<Invited> {
  const read = readLinkToken(token)
  const key = read && { userId: read.userId, id: BigInt(read.id) }
  const found = key && (await findInvitation(ctx.db, key))
  if (read === undefined || key === undefined || found === undefined) throw new AppError('invitation_invalid')
  const linked = { purpose: 'invitation', userId: read.userId, id: read.id, email: found.email } as const
  if (!isProofOf(read.proof, linked, ctx.secrets)) throw new AppError('invitation_invalid')
  return { ...key, ...found }
}

/**
 * Sets the invited user's password and confirms the address the link was sent to. Works once; a password set
 * by another link meanwhile stays. Throws `invitation_invalid`.
 */
export async function acceptInvitation(
  ctx: Context,
  { token, password, address }: { token: string; password: string; address: string },
): Promise<User> {
  const { userId, id, email } = await verifyInvitation(ctx, token)
  await refuseEasyPassword(ctx, password, { email })
  const passwordHash = await hashPassword(password, address)
  await transact(ctx, async (tx) => {
    const isGiven = await giveFirstPassword(tx, { userId, passwordHash })
    if (!isGiven || !(await takeInvitation(tx, { userId, id }))) throw new AppError('invitation_invalid')
    await confirmAddress(tx, { userId, email, mayChange: false })
  })
  ctx.security.note('password_changed', { userId, address, code: 'by_invitation' })
  return getUser(ctx.db, userId)
}

const LIFETIME = sql`${linkLifetimes.invitation}::interval`

type Key = { userId: number; id: bigint }

/** Undefined if it has expired or the user may not sign in. */
async function findInvitation(db: Kysely<DB>, { userId, id }: Key) {
  return db
    .selectFrom('invitations')
    .innerJoin('users', 'users.id', 'invitations.user_id')
    .select(['invitations.email', 'users.name'])
    .where('invitations.user_id', '=', userId)
    .where('invitations.id', '=', id)
    .where('invitations.created_at', '>', sql<Date>`now() - ${LIFETIME}`)
    .where('users.status', '=', 'active')
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst()
}

/** Of two concurrent requests one gets true. */
async function takeInvitation(tx: Tx, { userId, id }: Key): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('invitations')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows === 1n
}
