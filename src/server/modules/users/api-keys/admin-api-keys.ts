import { type Kysely, sql } from 'kysely'

import { AppError } from '#contract/base/errors.ts'
import { money } from '#contract/base/money.ts'
import { mayActOn, type Staff } from '#contract/base/permissions.ts'
import type { AdminApiKey } from '#contract/users/admin-api-keys.ts'
import type { Context } from '#server/context.ts'
import { ID_MAX } from '#server/lib/postgres/id-cursor.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import { shownAddress } from '#server/modules/audit-log/shown-address.ts'
import { type By, transactAsStaff } from '#server/modules/audit-log/transact-as-staff.ts'
import { getAdminUser } from '#server/modules/users/get-user.ts'
import { refuseBeyondOwn } from '#server/modules/users/refuse-beyond-own.ts'

import { dayOf, isExpired, keyColumns, spentOn, toApiKey } from './keys-queries.ts'

/**
 * A page of all users' keys and the cursor of the next. Email addresses are masked for staff without
 * `users`.
 */
export async function listAllApiKeys(
  { db, clock }: Context,
  {
    staff,
    search,
    cursor,
    limit,
  }: { staff: Staff; search?: string | undefined; cursor?: string | undefined; limit: number },
): Promise<{ keys: AdminApiKey[]; nextCursor: string | null }> {
  const after = cursor === undefined ? undefined : toPlace(cursor)
  const of = search === undefined || search === '' ? undefined : await findSearched(db, search)
  if (of === null) return { keys: [], nextCursor: null }
  const rows = await listAllKeys(db, { of, after, day: dayOf(clock()), count: limit + 1 })
  const last = rows.length > limit ? rows[limit - 1] : undefined
  const keys = rows.slice(0, limit).map(({ user_id, user_name, email, role, permissions, ...row }) => ({
    ...toApiKey(row),
    user_id,
    user_name,
    user_email: email === null ? null : shownAddress(staff, email),
    all_keys: {
      allowed_addresses: row.all_addresses ?? [],
      daily_limit: row.all_limit === null ? null : money(row.all_limit),
      spent_today: money(row.all_spent_today ?? 0n),
    },
    can_revoke: role !== null && mayActOn(staff, { role, permissions }),
  }))
  return { keys, nextCursor: last === undefined ? null : toCursor(last) }
}

/**
 * Revokes a key immediately, in the audit log; other processes follow the event. Staff's keys need at least their
 * permissions. Throws `not_found`.
 */
export async function revokeCustomerKey(
  ctx: Context,
  { by, staff, userId, id }: { by: By; staff: Staff; userId: number; id: string },
): Promise<void> {
  await transactAsStaff(ctx, by, async (tx, publish, record) => {
    const user = await getAdminUser(tx, userId)
    if (user.role === 'admin') refuseBeyondOwn(staff, [user])
    const prefix = await deleteKey(tx, { userId, id })
    if (prefix === undefined) throw new AppError('not_found')
    record({ action: 'api_key.revoke', id: userId, before: { key: prefix }, after: { key: null } })
    publish({ topic: 'api_access', userId })
  })
}

/** Null: no user has that id or address. */
async function findSearched(db: Context['db'], search: string): Promise<number | null> {
  const typed = search.replace(/^#/, '')
  if (/^\d{1,10}$/.test(typed)) return Number(typed) <= ID_MAX ? Number(typed) : null
  return (await findUserIdByEmail(db, search)) ?? null
}

function toCursor({
  created_at: at,
  user_id: userId,
  id,
}: {
  created_at: Date
  user_id: number
  id: string
}) {
  return `${at.getTime()}_${userId}_${id}`
}

function toPlace(cursor: string): KeyPlace {
  const [, at, userId, id] =
    /^(\d{1,15})_(\d{1,10})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(cursor) ?? []
  if (at === undefined || id === undefined || Number(userId) > ID_MAX)
    throw new AppError('invalid_parameter', { reason: 'parameter', parameter: 'cursor' })
  return { at: new Date(Number(at)), userId: Number(userId), id }
}

type KeyPlace = { at: Date; userId: number; id: string }

/** Newest first, starting after a position; optionally of one user. */
async function listAllKeys(
  db: Kysely<DB>,
  {
    of,
    after,
    day,
    count,
  }: { of: number | undefined; after: KeyPlace | undefined; day: string; count: number },
) {
  let query = db
    .selectFrom('api_keys')
    .leftJoin('api_access', 'api_access.user_id', 'api_keys.user_id')
    .leftJoin('users', 'users.id', 'api_keys.user_id')
    .select(keyColumns)
    .select(isExpired.as('is_expired'))
    .select(spentOn('api_keys', day).as('spent_today'))
    .select([
      'api_keys.user_id',
      'users.name as user_name',
      'users.email',
      'users.role',
      'users.permissions',
      'api_access.allowed_addresses as all_addresses',
      'api_access.daily_limit as all_limit',
    ])
    .select(spentOn('api_access', day).as('all_spent_today'))
    .orderBy('api_keys.created_at', 'desc')
    .orderBy('api_keys.user_id', 'desc')
    .orderBy('api_keys.id', 'desc')
    .limit(count)
  if (of !== undefined) query = query.where('api_keys.user_id', '=', of)
  if (after !== undefined)
    query = query.where(
      sql<boolean>`(api_keys.created_at, api_keys.user_id, api_keys.id) < (${after.at}, ${after.userId}, ${after.id}::uuid)`,
    )
  return query.execute()
}

async function findUserIdByEmail(db: Kysely<DB>, email: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst()
  return row?.id
}

/** Returns the key's prefix; undefined if there is none. */
async function deleteKey(
  tx: Tx,
  { userId, id }: { userId: number; id: string },
): Promise<string | undefined> {
  const row = await tx
    .deleteFrom('api_keys')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('prefix')
    .executeTakeFirst()
  return row?.prefix
}
