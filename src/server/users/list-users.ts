import { toBoundedPagination } from '#contract/paging.ts'
import type { AnswerOf, QueryOf } from '#contract/endpoint.ts'
import type { AdminUser, exportUsers as exporting, listUsers as endpoint } from '#contract/user-desk.ts'
import type { Context } from '#server/context.ts'
import { fromCursor, ID_MAX } from '#server/database/id-cursor.ts'

import { toAdminUser } from './present-user.ts'
import { findUserIds, listUserRows, listUsersBelow } from './search-queries.ts'

/** How many are found at most: a page of them then reads fewer than 1,000 rows. */
const FOUND_MAX = 500

/** A page, newest first, of those that are found: the bound keeps it as fast for everybody's users as for one's own. */
export async function listUsers(
  ctx: Context,
  { limit, page, cursor, before = toIdBefore(cursor), ...filter }: QueryOf<typeof endpoint>,
): Promise<Omit<AnswerOf<typeof endpoint>, 'success'>> {
  const found = await findUserIds(ctx.db, { ...filter, before }, FOUND_MAX + 1)
  const shown = page * limit
  const ids = found.slice(0, FOUND_MAX).slice(shown - limit, shown)
  const rows = await listUserRows(ctx.db, ids)
  return {
    users: rows.map(toAdminUser),
    next_cursor: found.length > shown ? String(ids.at(-1)) : null,
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
