import { timingSafeEqual } from 'node:crypto'

import { AppError } from '#contract/base/errors.ts'
import { endKeys } from '#server/modules/users/api-keys/forget-keys.ts'
import type { Context } from '#server/context.ts'
import { transact } from '#server/lib/postgres/transact.ts'
import { readLinkToken } from '#server/modules/messaging/emails/link-token.ts'
import { queueMailToUser } from '#server/modules/messaging/emails/queue-email.ts'
import { confirmAddress } from '#server/modules/users/confirm-address.ts'
import { replacePassword } from '#server/modules/users/user-passwords.ts'

import { refuseEasyPassword } from '#server/modules/users/auth/easy-passwords.ts'
import { hashPassword } from '#server/modules/users/auth/hash-password.ts'
import type { Device } from '#server/modules/users/auth/sessions-queries.ts'
import { noteSignIn } from '#server/modules/users/sign-ins/record-sign-in.ts'
import { hashToken } from './request-reset.ts'
import { deleteResets, findReset, takeReset } from './resets-queries.ts'

type Reset = { userId: number; id: bigint; email: string; passwordHash: string }

/** Nothing is used. Throws `reset_token_invalid` as setting the password would. */
export async function verifyReset(ctx: Context, token: string): Promise<Reset> {
  const read = readLinkToken(token)
  const key = read && { userId: read.userId, id: BigInt(read.id) }
  const found = key && (await findReset(ctx.db, key))
  if (key === undefined || found === undefined || !timingSafeEqual(hashToken(token), found.tokenHash))
    throw new AppError('reset_token_invalid')
  return { ...key, email: found.email, passwordHash: found.passwordHash }
}

/**
 * By the link of a letter, once. Every session ends, a pending change of email too, and API keys where that is asked for
 * (decision 19). Throws `reset_token_invalid`.
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
    // Another password was set meanwhile: the link is of the one before.
    if (epoch === undefined) throw new AppError('reset_token_invalid')
    // Two that were asked for at the same moment have a link each: no other is left.
    await deleteResets(tx, userId)
    await confirmAddress(tx, { userId, email, mayChange: false })
    if (endsApiKeys) await endKeys(tx, publish, userId)
    // Whoever reads the letters of the address is at home here, also while others try to get in from everywhere.
    await noteSignIn(ctx, tx, publish, { userId, device, isTold: false })
    publish({ topic: 'session', userId, sessionId: null })
    const event = `password_changed:${epoch}`
    await queueMailToUser(tx, publish, {
      userId,
      event,
      letter: 'password_changed',
      details: { keys_ended: endsApiKeys },
    })
  })
  ctx.security.note('password_changed', { userId, address: device.address, code: 'by_letter' })
}
