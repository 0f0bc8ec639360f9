import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely'

import type { AnswerOf, QueryOf } from '#contract/base/endpoint.ts'
import { toBoundedPagination } from '#contract/base/paging.ts'
import type {
  AdminUser,
  exportUsers as exporting,
  listUsers as endpoint,
  UserSort,
} from '#contract/users/admin-users.ts'
import type { Permission } from '#contract/base/permissions.ts'
import type { Context } from '#server/context.ts'
import { fromCursor, ID_MAX } from '#server/lib/postgres/id-cursor.ts'
import { userMatches, toNamedId } from '#server/lib/postgres/search-text.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

import { toAdminUser } from './get-user.ts'
import { selectUsers, spentSum, type UserRow } from './users-queries.ts'

/** Max. matches: a page then reads at most about 1,000 rows. */
const FOUND_MAX = 500
/** Each is read in two tables. */
const SORTED_MAX = 300

/** A page, newest first or sorted; a sorted list ends after `SORTED_MAX`. */
export async function listUsers(
  ctx: Context,
  { limit, page, cursor, sort, direction, before = toIdBefore(cursor), ...filter }: QueryOf<typeof endpoint>,
): Promise<Omit<AnswerOf<typeof endpoint>, 'success'>> {
  const asked = { ...filter, before }
  if (sort !== undefined) {
    const ids = await listSortedIds(ctx.db, asked, { sort, isAscending: direction === 'ascending' })
    return {
      users: (await listUserRows(ctx.db, ids.slice((page - 1) * limit, page * limit))).map(toAdminUser),
      next_cursor: null,
      pagination: toBoundedPagination(ids.length, { limit, max: SORTED_MAX }),
    }
  }
  const found = await findUserIds(ctx.db, asked, FOUND_MAX + 1)
  const end = Math.min(page * limit, FOUND_MAX)
  // A search with more matches finds an arbitrary 500: continuing below them would skip some.
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

/** All that match the filters, newest first; one page at a time in memory. */
export async function* exportUsers(
  { db }: Context,
  filter: QueryOf<typeof exporting>,
): AsyncGenerator<AdminUser> {
  let before: number | undefined
  for (;;) {
    const ids = await listNewestIds(db, { ...filter, before }, EXPORT_PAGE_ROWS)
    yield* (await listUserRows(db, ids)).map(toAdminUser)
    before = ids.at(-1)
    if (ids.length < EXPORT_PAGE_ROWS) return
  }
}

type UserFilter = {
  search?: string | undefined
  role?: 'user' | 'admin' | undefined
  status?: 'active' | 'blocked' | undefined
}

type UserSearch = UserFilter & { before?: number | undefined }

/**
 * At most `max` ids, newest first, by an index. A search with more matches returns arbitrary ones: with 100,000 users,
 * both the rarest and the most common word read fewer than 1,000 rows.
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

type Sorting = { sort: UserSort; isAscending: boolean }

/**
 * Without a filter this reads all users and keeps the first: some tens of milliseconds for 100,000, only when staff
 * request it. An index on the sums would slow down each order, and one on `seen_at` each visit. With a filter, the
 * newest matches are found and then sorted. Users who were never seen are not sorted by it.
 */
async function listSortedIds(
  db: Kysely<DB>,
  asked: UserSearch,
  { sort, isAscending }: Sorting,
): Promise<number[]> {
  const { search = '', role, status, before } = asked
  const isFiltered = search !== '' || role !== undefined || status !== undefined || before !== undefined
  const among = isFiltered ? await findUserIds(db, asked, FOUND_MAX) : undefined
  const isAmong = among === undefined ? sql`true` : sql`users.id = any(${among}::int[])`
  const by = { balance: sql`accounts.balance`, spent: spentSum, seen: sql`users.seen_at` }[sort]
  const order = isAscending ? sql`asc` : sql`desc`
  const [from, last] =
    sort === 'seen'
      ? [sql`users where users.seen_at is not null`, sql`users.id`]
      : [sql`accounts join users on users.id = accounts.user_id where true`, sql`accounts.user_id`]
  const { rows } = await sql<{ id: number }>`
    select users.id from ${from} and users.deleted_at is null and ${isAmong}
    order by ${by} ${order}, ${last} ${order} limit ${SORTED_MAX}`.execute(db)
  return rows.map(({ id }) => id)
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

/**
 * In the order of the ids; users deleted meanwhile are left out. Both tables are limited to the ids: joined to 500
 * users, all accounts may be read (per page of the file: 7.3 million rows for 60,000 users).
 */
async function listUserRows(db: Kysely<DB>, ids: readonly number[]): Promise<UserRow[]> {
  if (ids.length === 0) return []
  const rows = await selectUsers(db)
    .where('users.id', 'in', ids)
    .where('accounts.user_id', 'in', ids)
    .execute()
  const found = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => found.get(id) ?? [])
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
