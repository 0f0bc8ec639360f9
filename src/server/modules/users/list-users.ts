import { toBoundedPagination } from '#contract/base/paging.ts'
import type { AnswerOf, QueryOf } from '#contract/base/endpoint.ts'
import type {
  AdminUser,
  exportUsers as exporting,
  listUsers as endpoint,
} from '#contract/users/admin-users.ts'
import type { Context } from '#server/context.ts'
import { fromCursor, ID_MAX } from '#server/lib/postgres/id-cursor.ts'

import { toAdminUser } from './present-user.ts'
import { findUserIds, listNewestIds, listUserRows, listUsersBelow } from './search-queries.ts'

/** How many are found at most: a page of them then reads some 1,000 rows at most. */
const FOUND_MAX = 500

/** A page, newest first, of those that are found: the bound keeps it as fast for everybody's users as for one's own. */
export async function listUsers(
  ctx: Context,
  { limit, page, cursor, before = toIdBefore(cursor), ...filter }: QueryOf<typeof endpoint>,
): Promise<Omit<AnswerOf<typeof endpoint>, 'success'>> {
  const asked = { ...filter, before }
  const found = await findUserIds(ctx.db, asked, FOUND_MAX + 1)
  const end = Math.min(page * limit, FOUND_MAX)
  // Of more than that a search finds any: going on below them would leave out those between.
  const isAny = found.length > FOUND_MAX && (filter.search ?? '') !== ''
  const newest = isAny ? await listNewestIds(ctx.db, asked, end + 1) : found
  const rows = await listUserRows(ctx.db, newest.slice((page - 1) * limit, end))
  return {
    users: rows.map(toAdminUser),
    next_cursor: newest.length > end ? String(newest[end - 1]) : null,
    pagination: toBoundedPagination(found.length, { limit, max: FOUND_MAX }),
  }
}

/** A page begins below the id that the one before it ended with. */
function toIdBefore(cursor: string | undefined): number | undefined {
  const id = fromCursor(cursor)
  return id === undefined ? undefined : Math.min(Number(id), ID_MAX)
}

const EXPORT_PAGE_ROWS = 500

/** All that the filters show, newest first, a page in memory at a time. */
export async function* exportUsers(
  ctx: Context,
  filter: QueryOf<typeof exporting>,
): AsyncGenerator<AdminUser> {
  let below: number | undefined
  for (;;) {
    const rows = await listUsersBelow(ctx.db, filter, { below, count: EXPORT_PAGE_ROWS })
    yield* rows.map(toAdminUser)
    below = rows.at(-1)?.id
    if (rows.length < EXPORT_PAGE_ROWS) return
  }
}
