import { invalidFields } from '#contract/base/errors.ts'
import type { Context } from '#server/context.ts'

import { isPassword } from './hash-password.ts'
import { takeTry } from './limit-tries.ts'
import { findPassword } from './password-queries.ts'

type ShownPassword = {
  userId: number
  password: string
  address: string
  field?: 'password' | 'currentPassword'
}

/**
 * Checks the signed-in user's password again, as one attempt. Returns its hash and session epoch. Throws
 * `rate_limited`, and `invalid_fields` for the given field.
 */
export async function provePassword(
  ctx: Context,
  shown: ShownPassword,
): Promise<{ hash: string; epoch: number }> {
  await takePasswordTry(ctx, shown.userId)
  return checkPassword(ctx, shown)
}

/** Also for answers that must not be guessable without the password. */
export async function takePasswordTry(ctx: Context, userId: number): Promise<void> {
  await takeTry(ctx, { what: 'password', parts: [userId] })
}

/** Same as `provePassword`, after the attempt was counted. */
export async function checkPassword(
  ctx: Context,
  { userId, password, address, field = 'password' }: ShownPassword,
): Promise<{ hash: string; epoch: number }> {
  const stored = await findPassword(ctx.db, { userId })
  const hash = stored?.passwordHash
  const isRight = await isPassword(password, { stored: hash, address, lane: 'known' })
  if (!isRight || stored === undefined || hash === undefined) throw wrongPassword(field)
  return { hash, epoch: stored.sessionEpoch }
}

export function wrongPassword(field: 'password' | 'currentPassword') {
  return invalidFields({ [field]: { code: 'current_password_wrong' } })
}
