import { type Kysely, sql, type Updateable } from 'kysely'

import type { Language } from '#contract/languages.ts'
import type { Permission } from '#contract/permissions.ts'
import type { DB, Users } from '#server/database/tables.ts'
import type { Tx } from '#server/database/transact.ts'

/** What is known of a user besides secrets: the row and its account. */
export type UserRow = {
  id: number
  name: string
  email: string
  phone: string | null
  country: string | null
  language: Language | null
  pending_email: string | null
  role: 'user' | 'admin'
  status: 'active' | 'blocked'
  permissions: Permission[] | null
  created_at: Date
  balance: bigint
  orders: number
}

/** The counters by status are kept with the orders themselves, so their sum is every order there is. */
const ordersCount = sql<number>`pending + processing + completed + partial + refill + canceled + refunded + failed`

function selectUsers(db: Kysely<DB>) {
  return db
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.user_id', 'users.id')
    .select([
      'users.id',
      'users.name',
      'users.email',
      'users.phone',
      'users.country',
      'users.language',
      'users.pending_email',
      'users.role',
      'users.status',
      'users.permissions',
      'users.created_at',
      'accounts.balance',
      ordersCount.as('orders'),
    ])
    .where('users.deleted_at', 'is', null)
}

/** A deleted user is not found. `email` in lower case, as it is stored. */
export async function findUserRow(
  db: Kysely<DB>,
  by: { id: number } | { email: string },
): Promise<UserRow | undefined> {
  const query = selectUsers(db)
  return 'id' in by
    ? query.where('users.id', '=', by.id).executeTakeFirst()
    : query.where('users.email', '=', by.email).executeTakeFirst()
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

export type NewUserRow = {
  name: string
  email: string
  password_hash: string
  role: 'user' | 'admin'
  language: Language | null
}

export async function insertUser(db: Kysely<DB>, values: NewUserRow): Promise<number> {
  const { id } = await db.insertInto('users').values(values).returning('id').executeTakeFirstOrThrow()
  return id
}

type UserChange = Pick<
  Updateable<Users>,
  'name' | 'pending_email' | 'phone' | 'country' | 'language' | 'role' | 'status' | 'permissions'
>

/** What is undefined stays; one of them must not be. With `endsSessions` every session they have is over, being of another epoch. */
export async function changeUserRow(
  db: Kysely<DB>,
  { userId, change, endsSessions = false }: { userId: number; change: UserChange; endsSessions?: boolean },
): Promise<void> {
  await db
    .updateTable('users')
    .set({ ...change, ...(endsSessions ? { session_epoch: sql<number>`session_epoch + 1` } : {}) })
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .execute()
}

/** The address that the user has is theirs. Answers whether they have it. */
export async function confirmEmailRow(
  tx: Tx,
  { userId, email }: { userId: number; email: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ email_confirmed_at: sql<Date>`coalesce(email_confirmed_at, now())` })
    .where('id', '=', userId)
    .where('email', '=', email)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The address that waits takes the place of the one before. Answers whether it was waiting. */
export async function takePendingEmail(
  tx: Tx,
  { userId, email }: { userId: number; email: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ email, pending_email: null, email_confirmed_at: sql<Date>`now()` })
    .where('id', '=', userId)
    .where('pending_email', '=', email)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function lockUser(tx: Tx, userId: number) {
  return tx
    .selectFrom('users')
    .select(['name', 'role', 'status'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/**
 * Locks the active admins who may do everything, lowest id first, so that two who demote each other at the same moment come one
 * after the other and the second finds itself the last.
 */
export async function lockAdmins(tx: Tx): Promise<number[]> {
  const admins = await tx
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('status', '=', 'active')
    .where('permissions', 'is', null)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return admins.map(({ id }) => id)
}
