import type { Context } from '#server/context.ts'
import { transact } from '#server/lib/postgres/transact.ts'
import { findPassword, replacePassword } from '#server/modules/users/user-passwords.ts'

import { hashPassword, isPassword } from './hash-password.ts'

/**
 * Gives an account a password without asking for the one before: for who has shown otherwise that it is theirs to
 * give. Every session ends, unless it is the password that the account has.
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
