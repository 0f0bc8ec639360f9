import type { User } from '#contract/users.ts'
import type { Context } from '#server/context.ts'
import { transact } from '#server/database/transact.ts'
import { createUser } from '#server/users/create-user.ts'
import { getUser } from '#server/users/get-user.ts'

import { hashPassword } from './hash-password.ts'

export type Registration = { name: string; email: string; password: string; role?: 'user' | 'admin' }

/** Opens an account. `email` as the contract reads it: trimmed, in lower case. Throws `email_taken`. */
export async function registerUser(
  ctx: Context,
  { name, email, password, role = 'user' }: Registration,
): Promise<User> {
  const passwordHash = await hashPassword(password)
  const userId = await transact(ctx, (tx) => createUser(tx, { name, email, passwordHash, role }))
  return getUser(ctx.db, userId)
}
