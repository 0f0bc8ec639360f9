import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely'

import type { AnswerOf, QueryOf } from '#contract/base/endpoint.ts'
import { toBoundedPagination } from '#contract/base/paging.ts'
import type {
  AdminUser,
  exportUsers as exporting,
  listUsers as endpoint,
} from '#contract/users/admin-users.ts'
import type { Permission } from '#contract/base/permissions.ts'
import type { Context } from '#server/context.ts'
import { fromCursor, ID_MAX } from '#server/lib/postgres/id-cursor.ts'
import { userMatches, toNamedId } from '#server/lib/postgres/search-text.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

import { toAdminUser } from './get-user.ts'
import { selectUsers, type UserRow } from './users-queries.ts'

/** The maximum number of matches: a page then reads about 1,000 rows at most. */
const FOUND_MAX = 500

/** A page, newest first. */
export async function listUsers(
  ctx: Context,
  { limit, page, cursor, before = toIdBefore(cursor), ...filter }: QueryOf<typeof endpoint>,
): Promise<Omit<AnswerOf<typeof endpoint>, 'success'>> {
  const asked = { ...filter, before }
  const found = await findUserIds(ctx.db, asked, FOUND_MAX + 1)
  const end = Math.min(page * limit, FOUND_MAX)
  // A search with more matches finds an arbitrary 500: continuing below them would skip those in between.
  const isAny = found.length > FOUND_MAX && (filter.search ?? '') !== ''
  const newest = isAny ? await listNewestIds(ctx.db, asked, end + 1) : found
  const rows = await listUserRows(ctx.db, newest.slice((page - 1) * limit, end))
  return {
    users: rows.map(toAdminUser),
    next_cursor: newest.length > end ? String(newest[end - 1]) : null,
    pagination: toBoundedPagination(found.length, { limit, max: FOUND_MAX }),
  }
}

/** The cursor is the last id of the previous page. */
function toIdBefore(cursor: string | undefined): number | undefined {
  const id = fromCursor(cursor)
  return id === undefined ? undefined : Math.min(Number(id), ID_MAX)
}

const EXPORT_PAGE_ROWS = 500

/** All that match the filters, newest first; one page at a time is in memory. */
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

type UserSearch = UserFilter & { before?: number | undefined }

/**
 * At most `max` ids, newest first, by an index. A search with more matches answers arbitrary ones: with
 * 100,000 users, the rarest and the most common word both read fewer than 1,000 rows.
 */
async function findUserIds(
  db: Kysely<DB>,
  { before, ...filter }: UserSearch,
  max: number,
): Promise<number[]> {
  const found = matching(db, filter, before).select('id').limit(max)
  const isSearch = (filter.search ?? '') !== ''
  const rows = await (isSearch ? found : found.orderBy('id', 'desc')).execute()
  return rows.map(({ id }) => id).toSorted((one, other) => other - one)
}

/** The newest of all matches: cheap if there are many. */
async function listNewestIds(
  db: Kysely<DB>,
  { before, ...filter }: UserSearch,
  count: number,
): Promise<number[]> {
  const rows = await matching(db, filter, before).select('id').orderBy('id', 'desc').limit(count).execute()
  return rows.map(({ id }) => id)
}

/** Newest first; users deleted meanwhile are left out. */
async function listUserRows(db: Kysely<DB>, ids: readonly number[]): Promise<UserRow[]> {
  if (ids.length === 0) return []
  return selectUsers(db).where('users.id', 'in', ids).orderBy('users.id', 'desc').execute()
}

/** The next page of all matches, newest first. */
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

/** Active staff with that permission, by name. A shop has few, so there are no pages. */
export async function listColleagues(
  db: Kysely<DB>,
  needs: Permission,
): Promise<{ id: number; name: string }[]> {
  return db
    .selectFrom('users')
    .select(['id', 'name'])
    .where('role', '=', 'admin')
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`(permissions is null or ${needs} = any (permissions))`)
    .orderBy('name')
    .orderBy('id')
    .execute()
}
