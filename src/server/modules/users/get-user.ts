import { type Kysely, sql } from 'kysely'

import { AppError } from '#contract/base/errors.ts'
import { money } from '#contract/base/money.ts'
import type { AdminUser, AdminUserDetails } from '#contract/users/admin-users.ts'
import type { User } from '#contract/users/users.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

import { findRefundedToday } from './count-refund.ts'
import { findUserRow, type UserRow } from './users-queries.ts'

/** With the balance. Throws `not_found`, also for a deleted user. */
export async function getUser(db: Kysely<DB>, id: number): Promise<User> {
  const row = await findUserRow(db, { id })
  if (row === undefined) throw new AppError('not_found')
  return toUser(row)
}

/** `email` in lower case. */
export async function findUserByEmail(db: Kysely<DB>, email: string): Promise<User | undefined> {
  return findUser(db, { email })
}

export async function findUser(
  db: Kysely<DB>,
  by: { id: number } | { email: string },
): Promise<User | undefined> {
  const row = await findUserRow(db, by)
  return row === undefined ? undefined : toUser(row)
}

/** What users see of themselves. */
function toUser(row: UserRow): User {
  const { id, name, username, email, phone, country, language, role, status, created_at } = row
  const { pending_email: pending } = row
  return {
    id,
    name,
    username,
    email,
    phone,
    country,
    language,
    ...(pending !== null && { pending_email: pending }),
    balance: money(row.balance),
    ...(row.owed > 0n && { owed: money(row.owed) }),
    role,
    ...(role === 'admin' && { permissions: row.permissions }),
    ...(row.needs_two_factor && { needs_two_factor: true as const }),
    status,
    created_at,
  }
}

/** What staff see in the list of users. */
export function toAdminUser(row: UserRow): AdminUser {
  const {
    id,
    name,
    username,
    email,
    role,
    status,
    permissions,
    refund_limit,
    is_invited,
    has_two_factor,
    orders,
    open_orders,
    spent,
    seen_at,
    created_at,
  } = row
  const limit = refund_limit === null ? null : money(refund_limit)
  const state = { role, status, permissions, refund_limit: limit, is_invited, has_two_factor }
  const sums = { balance: money(row.balance), spent: money(spent), orders, open_orders }
  return { id, name, username, email, ...sums, ...state, seen_at, created_at }
}

/** Same as in the list of users. Throws `not_found`, also for a deleted user. */
export async function getAdminUser(db: Kysely<DB>, id: number): Promise<AdminUser> {
  const row = await findUserRow(db, { id })
  if (row === undefined) throw new AppError('not_found')
  return toAdminUser(row)
}

/** Plus the details of their profile. */
export async function readAdminUser(db: Kysely<DB>, id: number): Promise<AdminUserDetails> {
  const row = await findUserRow(db, { id })
  if (row === undefined) throw new AppError('not_found')
  const { phone, country, language, pending_email, is_email_confirmed } = row
  const { terms_version: version, terms_accepted_at: at } = row
  const own = { phone, country, language, pending_email, is_email_confirmed }
  const terms = version === null || at === null ? null : { version, accepted_at: at }
  const [used_at, refunded_today] = await Promise.all([findUsedAt(db, id), findRefundedToday(db, id)])
  return { ...toAdminUser(row), ...own, used_at, refunded_today, terms }
}

/** When an active session was last used; null if there is none. */
async function findUsedAt(db: Kysely<DB>, userId: number): Promise<Date | null> {
  const { usedAt } = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(sql<Date | null>`max(sessions.used_at)`.as('usedAt'))
    .where('sessions.user_id', '=', userId)
    .where('sessions.ends_at', '>', sql<Date>`now()`)
    .whereRef('sessions.epoch', '=', 'users.session_epoch')
    .executeTakeFirstOrThrow()
  return usedAt
}
