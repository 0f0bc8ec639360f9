import type { Kysely } from 'kysely'

import { AppError } from '#contract/base/errors.ts'
import type { AdminUser, AdminUserDetails } from '#contract/users/admin-users.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

import { toAdminUser } from './present-user.ts'
import { findUsedAt, findUserRow } from './users-queries.ts'

/** As the list shows them. Throws `not_found`, for who is deleted too. */
export async function getAdminUser(db: Kysely<DB>, id: number): Promise<AdminUser> {
  const row = await findUserRow(db, { id })
  if (row === undefined) throw new AppError('not_found')
  return toAdminUser(row)
}

/** With what only they wrote of themselves. */
export async function readAdminUser(db: Kysely<DB>, id: number): Promise<AdminUserDetails> {
  const row = await findUserRow(db, { id })
  if (row === undefined) throw new AppError('not_found')
  const { phone, country, language, pending_email, is_email_confirmed } = row
  const { terms_version: version, terms_accepted_at: at } = row
  const own = { phone, country, language, pending_email, is_email_confirmed }
  const terms = version === null || at === null ? null : { version, accepted_at: at }
  return { ...toAdminUser(row), ...own, used_at: await findUsedAt(db, id), terms }
}
