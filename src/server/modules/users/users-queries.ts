import { type Kysely, sql, type Updateable } from 'kysely'

import type { Language } from '#contract/base/languages.ts'
import type { Permission } from '#contract/base/permissions.ts'
import { clusterOf } from '#server/lib/postgres/on-cluster.ts'
import { alsoOf } from '#server/lib/postgres/of-customer.ts'
import type { DB, Users } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

import { findClaim } from './claim-names.ts'

/** The row and its account, without secrets. */
export type UserRow = {
  id: number
  name: string
  username: string
  email: string
  phone: string | null
  country: string | null
  language: Language | null
  pending_email: string | null
  is_email_confirmed: boolean
  is_invited: boolean
  has_two_factor: boolean
  /** For staff: required by the settings and not set up. */
  needs_two_factor: boolean
  role: 'user' | 'admin'
  status: 'active' | 'blocked'
  permissions: Permission[] | null
  refund_limit: bigint | null
  created_at: Date
  /** Both null or neither. */
  terms_version: string | null
  terms_accepted_at: Date | null
  balance: bigint
  spent: bigint
  seen_at: Date | null
  owed: bigint
  orders: number
  open_orders: number
}

/** The counters by status cover every order. */
const ordersCount = sql<number>`pending + processing + completed + partial + refill + canceled + refunded + failed`

export const openOrdersCount = sql<number>`pending + processing + refill`

/** What orders cost is negative in the ledger, and refunds are positive. */
export const spentSum = sql<bigint>`-(orders_total + refunds_total)`

const hasTwoFactorOf = (userId?: number) => sql<boolean>`exists (
  select 1 from two_factor
  where two_factor.user_id = users.id and two_factor.enabled_at is not null ${alsoOf(userId, 'two_factor')})`
const needsTwoFactorOf = (
  userId?: number,
) => sql<boolean>`users.role = 'admin' and not ${hasTwoFactorOf(userId)} and exists (
  select 1 from settings where section = 'staff_sign_in' and value @> '{"two_factor": true}')`

/** Users with their accounts; only `userId` if it is given. */
export function selectUsers(db: Kysely<DB>, userId?: number) {
  const users = db
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.user_id', 'users.id')
    .select([
      'users.id',
      'users.name',
      'users.username',
      'users.email',
      'users.phone',
      'users.country',
      'users.language',
      'users.pending_email',
      'users.role',
      'users.status',
      'users.permissions',
      'users.refund_limit',
      'users.created_at',
      'users.terms_version',
      'users.terms_accepted_at',
      'accounts.balance',
      spentSum.as('spent'),
      'users.seen_at',
      'accounts.owed',
      sql<boolean>`users.email_confirmed_at is not null`.as('is_email_confirmed'),
      sql<boolean>`users.password_hash is null`.as('is_invited'),
      hasTwoFactorOf(userId).as('has_two_factor'),
      needsTwoFactorOf(userId).as('needs_two_factor'),
      ordersCount.as('orders'),
      openOrdersCount.as('open_orders'),
    ])
    .where('users.deleted_at', 'is', null)
  return userId === undefined
    ? users
    : users.where('users.id', '=', userId).where('accounts.user_id', '=', userId)
}

/** `email` in lower case. Undefined for a deleted user. */
export async function findUserRow(
  db: Kysely<DB>,
  by: { id: number } | { email: string },
): Promise<UserRow | undefined> {
  const found = 'email' in by ? await findClaim(db, by) : { userId: by.id }
  if (found === undefined) return undefined
  return 'userId' in found
    ? selectUsers(db, found.userId).executeTakeFirst()
    : selectUsers(db).where('users.email', '=', found.email).executeTakeFirst()
}

type UserChange = Pick<
  Updateable<Users>,
  | 'name'
  | 'username'
  | 'pending_email'
  | 'phone'
  | 'country'
  | 'language'
  | 'role'
  | 'status'
  | 'permissions'
  | 'refund_limit'
>

/** Changes the given members; at least one is required. `endsSessions` ends every session by advancing the epoch. */
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

/**
 * Locks active admins with every permission, lowest id first, so that of two who demote each other the second finds
 * itself the last. Invited admins can't sign in yet and don't count.
 */
export async function lockAdmins(tx: Tx): Promise<number[]> {
  const admins = tx
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('status', '=', 'active')
    .where('permissions', 'is', null)
    .where('password_hash', 'is not', null)
    .where('deleted_at', 'is', null)
    .orderBy('id')
  if (clusterOf(tx) === undefined) return (await admins.forNoKeyUpdate().execute()).map(({ id }) => id)
  // A cluster can lock the rows of only one shard in a statement.
  const locked: number[] = []
  for (const { id } of await admins.execute())
    locked.push(...(await admins.where('id', '=', id).forNoKeyUpdate().execute()).map((one) => one.id))
  return locked
}
