import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely'

import type { AnswerOf, QueryOf } from '#contract/base/endpoint.ts'
import { toBoundedPagination } from '#contract/base/paging.ts'
import type {
  AdminUser,
  exportUsers as exporting,
  listUsers as endpoint,
} from '#contract/users/admin-users.ts'
import type { Context } from '#server/context.ts'
import { fromCursor, ID_MAX } from '#server/lib/postgres/id-cursor.ts'
import { userMatches, toNamedId } from '#server/lib/postgres/search-text.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

import { toAdminUser } from './get-user.ts'
import { selectUsers, type UserRow } from './users-queries.ts'

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

type UserFilter = {
  search?: string | undefined
  role?: 'user' | 'admin' | undefined
  status?: 'active' | 'blocked' | undefined
}

type Asked = UserFilter & { before?: number | undefined }

/**
 * At most so many, the newest first. All are found by an index and none is counted beyond them; where a search finds more,
 * it is any of them: measured with 100,000 users, the rarest and the commonest word both read fewer than 1,000 rows.
 */
async function findUserIds(db: Kysely<DB>, { before, ...filter }: Asked, max: number): Promise<number[]> {
  const found = matching(db, filter, before).select('id').limit(max)
  const isSearch = (filter.search ?? '') !== ''
  const rows = await (isSearch ? found : found.orderBy('id', 'desc')).execute()
  return rows.map(({ id }) => id).toSorted((one, other) => other - one)
}

/** The newest of all that match: cheap where they are many, as a search that finds more than its most has shown. */
async function listNewestIds(db: Kysely<DB>, { before, ...filter }: Asked, count: number): Promise<number[]> {
  const rows = await matching(db, filter, before).select('id').orderBy('id', 'desc').limit(count).execute()
  return rows.map(({ id }) => id)
}

/** Newest first; who was deleted meanwhile is left out. */
async function listUserRows(db: Kysely<DB>, ids: readonly number[]): Promise<UserRow[]> {
  if (ids.length === 0) return []
  return selectUsers(db).where('users.id', 'in', ids).orderBy('users.id', 'desc').execute()
}

/** All that match, newest first, some at a time. */
async function listUsersBelow(
  db: Kysely<DB>,
  filter: UserFilter,
  { below, count }: { below: number | undefined; count: number },
): Promise<UserRow[]> {
  const ids = matching(db, filter, below).select('id').orderBy('id', 'desc').limit(count)
  return selectUsers(db).where('users.id', 'in', ids).orderBy('users.id', 'desc').execute()
}

function matching(db: Kysely<DB>, { search = '', role, status }: UserFilter, below: number | undefined) {
  let users = db.selectFrom('users').where('deleted_at', 'is', null)
  if (below !== undefined) users = users.where('id', '<', below)
  if (role !== undefined) users = users.where('role', '=', sql.lit(role))
  if (status !== undefined) users = users.where('status', '=', sql.lit(status))
  return search === '' ? users : users.where(isFound(search))
}

const INTEGER_MAX = 2_147_483_647n

function isFound(search: string): RawBuilder<SqlBool> {
  const id = toNamedId(search)
  return id === undefined || id > INTEGER_MAX
    ? userMatches(search)
    : sql`(${userMatches(search)} or users.id = ${Number(id)})`
}
