import { invalidFields } from '#contract/base/errors.ts'
import type { Context } from '#server/context.ts'

import { isPassword } from './hash-password.ts'
import { takeTry } from './limit-tries.ts'
import { findPassword } from './password-queries.ts'

type Shown = { userId: number; password: string; address: string; field?: 'password' | 'currentPassword' }

/**
 * The password of now, shown once more by who is signed in, as one try. Answers its hash, and the epoch of the sessions that
 * go with it. Throws `rate_limited`, and `invalid_fields` of that field.
 */
export async function provePassword(ctx: Context, shown: Shown): Promise<{ hash: string; epoch: number }> {
  await takePasswordTry(ctx, shown.userId)
  return checkPassword(ctx, shown)
}

/** For what is asked beside it, and is not to be guessed either. */
export async function takePasswordTry(ctx: Context, userId: number): Promise<void> {
  await takeTry(ctx, { what: 'password', parts: [userId] })
}

/** As `provePassword`, where the try was counted before. */
export async function checkPassword(
  ctx: Context,
  { userId, password, address, field = 'password' }: Shown,
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
