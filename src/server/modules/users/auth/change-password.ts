import type { Context } from '#server/context.ts'
import { transact } from '#server/lib/postgres/transact.ts'
import { queueEmailToUser } from '#server/modules/messaging/emails/queue-email.ts'
import { getUser } from '#server/modules/users/get-user.ts'
import { deleteResets } from '#server/modules/users/resets/request-reset.ts'

import { makeTokenSigner } from './authenticate.ts'
import { refuseEasyPassword } from './easy-passwords.ts'
import { hashPassword, isPassword } from './hash-password.ts'
import { findPassword, replacePassword } from './password-queries.ts'
import { provePassword, wrongPassword } from './prove-password.ts'
import type { Device } from './sessions-queries.ts'
import { openSession } from './start-session.ts'

/** Ends every session, including the caller's, and returns the token of a new one. */
export async function changePassword(
  ctx: Context,
  {
    userId,
    currentPassword,
    newPassword,
    device,
  }: { userId: number; currentPassword: string; newPassword: string; device: Device },
): Promise<string> {
  const shown = {
    userId,
    password: currentPassword,
    address: device.address,
    field: 'currentPassword',
  } as const
  const { hash: oldHash } = await provePassword(ctx, shown)
  const { email } = await getUser(ctx.db, userId)
  await refuseEasyPassword(ctx, newPassword, { email, field: 'newPassword' })
  const newHash = await hashPassword(newPassword, device.address)

  const sessionId = await transact(ctx, async (tx, publish) => {
    const epoch = await replacePassword(tx, { userId, oldHash, newHash })
    if (epoch === undefined) return undefined
    publish({ topic: 'session', userId, sessionId: null })
    // A reset link requested earlier must not replace the new password.
    await deleteResets(tx, userId)
    const event = `password_changed:${epoch}`
    await queueEmailToUser(tx, publish, {
      userId,
      event,
      kind: 'password_changed',
      details: { keys_ended: false },
    })
    return openSession(tx, publish, { userId, epoch, device })
  })
  // The password was changed or the user blocked meanwhile.
  if (sessionId === undefined) throw wrongPassword('currentPassword')
  ctx.security.note('password_changed', { userId, address: device.address, code: 'by_owner' })
  return makeTokenSigner(ctx.secrets)(userId, sessionId)
}

/**
 * Sets a password without the current one, for callers with another proof. Ends every session, unless the password is
 * unchanged.
 */
export async function setPassword(
  ctx: Context,
  { userId, password }: { userId: number; password: string },
): Promise<void> {
  const oldHash = (await findPassword(ctx.db, { userId }))?.passwordHash
  if (oldHash === undefined || (await isPassword(password, { stored: oldHash, address: undefined }))) return
  const newHash = await hashPassword(password, undefined)
  await transact(ctx, async (tx, publish) => {
    await replacePassword(tx, { userId, oldHash, newHash })
    publish({ topic: 'session', userId, sessionId: null })
  })
}
