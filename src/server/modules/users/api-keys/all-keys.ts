import type { AdminApiKey } from '#contract/users/admin-api-keys.ts'
import { AppError } from '#contract/base/errors.ts'
import { money } from '#contract/base/money.ts'
import { mayActOn, type Staff } from '#contract/base/permissions.ts'
import type { Context } from '#server/context.ts'
import { ID_MAX } from '#server/lib/postgres/id-cursor.ts'
import { shownAddress } from '#server/modules/audit-log/shown-address.ts'
import { type By, transactAsStaff } from '#server/modules/audit-log/transact-as-staff.ts'
import { getAdminUser } from '#server/modules/users/get-admin-user.ts'
import { refuseBeyondOwn } from '#server/modules/users/refuse-beyond-own.ts'

import { deleteKey, findUserIdByEmail, type KeyPlace, listAllKeys } from './admin-queries.ts'
import { dayOf } from './manage-keys.ts'

/** A page of everybody's keys, and where the next one begins. Addresses whole for who may see users. */
export async function listEverybodysKeys(
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
  const keys = rows
    .slice(0, limit)
    .map(({ name, email, role, permissions, daily_limit: dailyLimit, ...row }) => ({
      ...row,
      user_name: name,
      user_email: email === null ? null : shownAddress(staff, email),
      allowed_addresses: row.allowed_addresses ?? [],
      daily_limit: dailyLimit === null ? null : money(dailyLimit),
      spent_today: money(row.spent_today),
      can_revoke: role !== null && mayActOn(staff, { role, permissions }),
    }))
  return { keys, nextCursor: last === undefined ? null : toCursor(last) }
}

/** At once here, in the other processes by the news; on record. Those of staff by who may do as much. Throws `not_found`. */
export async function revokeKeyOf(
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

/** Null: there is nobody of that id or address. */
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
