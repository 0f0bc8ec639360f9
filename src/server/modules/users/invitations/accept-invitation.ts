import { AppError } from '#contract/base/errors.ts'
import type { User } from '#contract/users/users.ts'
import type { Context } from '#server/context.ts'
import { transact } from '#server/lib/postgres/transact.ts'
import { isProofOf, readLinkToken } from '#server/modules/messaging/emails/link-token.ts'
import { confirmAddress } from '#server/modules/users/confirm-address.ts'
import { getUser } from '#server/modules/users/get-user.ts'
import { giveFirstPassword } from '#server/modules/users/user-passwords.ts'

import { refuseEasyPassword } from '#server/modules/users/auth/easy-passwords.ts'
import { hashPassword } from '#server/modules/users/auth/hash-password.ts'
import { findInvitation, takeInvitation } from './invitations-queries.ts'

type Invited = { userId: number; id: bigint; name: string; email: string }

/** Whom it is for; nothing is used. Throws `invitation_invalid` as accepting it would. */
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
 * The invited person's password, and the address is theirs: the letter was. Once: whoever has set a password by another
 * link meanwhile keeps it. Throws `invitation_invalid`.
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
