import { toPagination } from '#contract/paging.ts'
import type { AdminUser } from '#contract/users.ts'
import type { Context } from '#server/context.ts'

import { toAdminUser } from './present-user.ts'
import { selectUsersPage } from './users-queries.ts'

/** `search` is a part of the name or email, or an id. */
export async function listUsers(
  ctx: Context,
  { search = '', limit, page }: { search?: string | undefined; limit: number; page: number },
): Promise<{ users: AdminUser[]; pagination: ReturnType<typeof toPagination> }> {
  const { rows, total } = await selectUsersPage(ctx.db, { search, limit, page })
  return { users: rows.map(toAdminUser), pagination: toPagination(total, limit) }
}
