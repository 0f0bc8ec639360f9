import type { Language } from '#contract/base/languages.ts'
import type { User } from '#contract/users/users.ts'
import type { Context } from '#server/context.ts'
import { transact } from '#server/lib/postgres/transact.ts'

import { getUser } from './get-user.ts'
import { changeUserRow } from './users-queries.ts'

/** What a user reads from now on. */
export async function chooseLanguage(
  ctx: Context,
  { userId, language }: { userId: number; language: Language },
): Promise<User> {
  await transact(ctx, (tx) => changeUserRow(tx, { userId, change: { language } }))
  return getUser(ctx.db, userId)
}
