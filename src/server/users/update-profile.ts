import type { BodyOf } from '#contract/endpoint.ts'
import type { updateProfile as updateProfileCall, User } from '#contract/users.ts'
import type { Context } from '#server/context.ts'

import { getUser } from './get-user.ts'
import { refuseTakenEmail } from './refuse-taken-email.ts'
import { changeUserRow } from './users-queries.ts'

/** What is not sent stays; null and an empty text clear it. */
export async function updateProfile(
  ctx: Context,
  { userId, profile }: { userId: number; profile: BodyOf<typeof updateProfileCall> },
): Promise<User> {
  const { name, email, phone, country } = profile
  const change = {
    name,
    email,
    ...(phone === undefined ? {} : { phone: phone === '' ? null : phone }),
    ...(country === undefined ? {} : { country }),
  }
  await refuseTakenEmail(changeUserRow(ctx.db, { userId, change }))
  return getUser(ctx.db, userId)
}
