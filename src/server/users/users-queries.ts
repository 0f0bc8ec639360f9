import { type Kysely, sql } from 'kysely'

import type { DB } from '#server/database/tables.ts'

/** What is known of a user besides secrets: the row and its account. */
export type UserRow = {
  id: number
  name: string
  email: string
  phone: string | null
  country: string | null
  role: 'user' | 'admin'
  status: 'active' | 'blocked'
  created_at: Date
  balance: bigint
  orders: number
}

/** The counters by status are kept with the orders themselves, so their sum is every order there is. */
const ordersCount = sql<number>`pending + processing + completed + partial + refill + canceled + refunded + failed`

export function selectUsers(db: Kysely<DB>) {
  return db
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.user_id', 'users.id')
    .select([
      'users.id',
      'users.name',
      'users.email',
      'users.phone',
      'users.country',
      'users.role',
      'users.status',
      'users.created_at',
      'accounts.balance',
      ordersCount.as('orders'),
    ])
    .where('users.deleted_at', 'is', null)
}

/**
 * One page, newest first, and how many there are in all. Users are few beside what they order: the page
 * is found on the narrow table by its key, and searching reads it through.
 */
export async function selectUsersPage(
  db: Kysely<DB>,
  { search, limit, page }: { search: string; limit: number; page: number },
): Promise<{ rows: UserRow[]; total: number }> {
  const matching = searchUsers(db, search)
  const { total } = await matching.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
  const ids = matching
    .select('users.id')
    .orderBy('users.id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
  const rows = await selectUsers(db).where('users.id', 'in', ids).orderBy('users.id', 'desc').execute()
  return { rows, total }
}

const INTEGER_MAX = 2_147_483_647

function searchUsers(db: Kysely<DB>, search: string) {
  const users = db.selectFrom('users').where('users.deleted_at', 'is', null)
  if (search === '') return users
  const pattern = `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const id = /^#?(\d{1,10})$/.exec(search)?.[1]
  return users.where((where) =>
    where.or([
      where('users.name', 'ilike', pattern),
      where('users.email', 'ilike', pattern),
      ...(id !== undefined && Number(id) <= INTEGER_MAX ? [where('users.id', '=', Number(id))] : []),
    ]),
  )
}
