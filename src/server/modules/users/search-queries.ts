import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'

import { isSomebodyOf, toNamedId } from '#server/lib/postgres/search-text.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

import { selectUsers, type UserRow } from './users-queries.ts'

export type UserFilter = {
  search?: string | undefined
  role?: 'user' | 'admin' | undefined
  status?: 'active' | 'blocked' | undefined
}

type Asked = UserFilter & { before?: number | undefined }

/**
 * At most so many, the newest first. All are found by an index and none is counted beyond them; where a search finds more,
 * it is any of them: measured with 100,000 users, the rarest and the commonest word both read fewer than 1,000 rows.
 */
export async function findUserIds(
  db: Kysely<DB>,
  { before, ...filter }: Asked,
  max: number,
): Promise<number[]> {
  const found = matching(db, filter, before).select('id').limit(max)
  const isSearch = (filter.search ?? '') !== ''
  const rows = await (isSearch ? found : found.orderBy('id', 'desc')).execute()
  return rows.map(({ id }) => id).toSorted((one, other) => other - one)
}

/** The newest of all that match: cheap where they are many, as a search that finds more than its most has shown. */
export async function listNewestIds(
  db: Kysely<DB>,
  { before, ...filter }: Asked,
  count: number,
): Promise<number[]> {
  const rows = await matching(db, filter, before).select('id').orderBy('id', 'desc').limit(count).execute()
  return rows.map(({ id }) => id)
}

/** Newest first; who was deleted meanwhile is left out. */
export async function listUserRows(db: Kysely<DB>, ids: readonly number[]): Promise<UserRow[]> {
  if (ids.length === 0) return []
  return selectUsers(db).where('users.id', 'in', ids).orderBy('users.id', 'desc').execute()
}

/** All that match, newest first, some at a time. */
export async function listUsersBelow(
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
    ? isSomebodyOf(search)
    : sql`(${isSomebodyOf(search)} or users.id = ${Number(id)})`
}
