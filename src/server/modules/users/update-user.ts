import { isDeepStrictEqual } from 'node:util'

import * as z from 'zod/mini'

import type { BodyOf } from '#contract/base/endpoint.ts'
import { AppError, invalidFields } from '#contract/base/errors.ts'
import { isAllowed, permissions as allPermissions, type Staff } from '#contract/base/permissions.ts'
import type { RequireProof } from '#contract/base/proof.ts'
import type { AdminUser, updateUser as updateUserCall } from '#contract/users/admin-users.ts'
import { type CustomerRates, customerRates, type RateBelowCost } from '#contract/users/customer-rates.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import { type By, type AuditValues, transactAsStaff } from '#server/modules/audit-log/transact-as-staff.ts'
import {
  changeCustomerRates,
  findRatesBelowCost,
} from '#server/modules/users/custom-rates/change-customer-rates.ts'
import { setCanSpend } from '#server/modules/ledger/account.ts'

import { adjustBalance } from './adjust-balance.ts'
import { claimName, releaseName } from './claim-names.ts'
import { toAdminUser } from './get-user.ts'
import { refuseBeyondOwn } from './refuse-beyond-own.ts'
import { toRefundLimit } from './refund-limit.ts'
import { refuseTakenUsername } from './usernames.ts'
import { changeUserRow, findUserRow, lockAdmins, type UserRow } from './users-queries.ts'

type UserChange = BodyOf<typeof updateUserCall>

type UpdateUserRequest = {
  by: By
  staff: Staff
  userId: number
  change: UserChange
  requireProof: RequireProof
}

/**
 * Changes a user, all or nothing. The email is read-only (spec §5). Throws `not_found`, `last_admin`, `username_taken`,
 * `balance_changed`, `invalid_fields` for a changed balance without a reason, `insufficient_permissions` for changes
 * that need more than `users`, and `proof_required` for a changed role, permissions or refund limit.
 */
export async function updateUser(
  ctx: Context,
  { by, staff, userId, change, requireProof }: UpdateUserRequest,
): Promise<{ user: AdminUser; warnings: RateBelowCost[] }> {
  return transactAsStaff(ctx, by, async (tx, publish, record) => {
    const isNarrowed = change.permissions !== undefined && change.permissions !== null
    if (change.role === 'user' || change.status === 'blocked' || isNarrowed) await refuseLastAdmin(tx, userId)
    const locked = await lockUser(tx, userId)
    const before = await findUserRow(tx, { id: userId })
    if (locked === undefined || before === undefined) throw new AppError('not_found')
    const rest = toRow(before, change)
    const limiting = { staff: { ...staff, id: by.actorId }, before, permissions: rest.permissions }
    const row = {
      ...rest,
      refund_limit: await toRefundLimit(tx, { ...limiting, asked: change.refund_limit }),
    }
    const changedRoleFields = roleFields.filter((name) => !isDeepStrictEqual(row[name], before[name]))
    const isRoleChanged = changedRoleFields.length > 0
    if (isRoleChanged || before.role === 'admin') refuseBeyondOwn(staff, [before, row])
    requireProof(changedRoleFields)
    const isBlocked = row.status === 'blocked' && before.status === 'active'
    // Unblocking must not reactivate old sessions.
    if (row.username.toLowerCase() !== before.username.toLowerCase()) {
      await refuseTakenUsername(claimName(tx, userId, { username: row.username }))
      await releaseName(tx, userId, { username: before.username })
    }
    await refuseTakenUsername(changeUserRow(tx, { userId, change: row, endsSessions: isBlocked }))
    if (change.status !== undefined) await setCanSpend(tx, userId, row.status === 'active')
    const isBalanceMoved = await adjustBalance(tx, { actorId: by.actorId, userId, change })
    const repriced = await changeCustomerRates(tx, { userId, change, now: ctx.clock() })
    if ((isBalanceMoved || repriced !== undefined) && !isAllowed(staff, 'money'))
      throw new AppError('insufficient_permissions')
    const after = await findUserRow(tx, { id: userId })
    if (after === undefined) throw new AppError('not_found')
    // Also for a changed role or permissions, which are cached with the sessions.
    if (isBlocked || isRoleChanged) publish({ topic: 'session', userId, sessionId: null })
    if (isBalanceMoved) publish({ topic: 'balance', userId })
    const from = { ...auditedFields(before), ...(repriced && { pays: encodeRates(repriced.before) }) }
    const to = { ...auditedFields(after), ...(repriced && { pays: encodeRates(repriced.after) }) }
    const renamed = nameFields.filter((name) => before[name] !== after[name])
    const isRenamed = renamed.length > 0
    const personal = isRenamed ? { before: pick(before, renamed), after: pick(after, renamed) } : undefined
    // A form that sends back the displayed values changes nothing.
    if (isRenamed || !isDeepStrictEqual(from, to))
      record({ action: 'user.update', id: userId, before: from, after: to, reason: change.reason, personal })
    return { user: toAdminUser(after), warnings: await findRatesBelowCost(tx, { userId, change }) }
  })
}

const roleFields = ['role', 'permissions', 'refund_limit'] as const
/** Personal data. */
const nameFields = ['name', 'username'] as const

function pick(row: UserRow, names: readonly (typeof nameFields)[number][]): AuditValues {
  return Object.fromEntries(names.map((name) => [name, row[name]]))
}

type Row = Pick<UserRow, 'name' | 'username' | 'role' | 'status' | 'permissions'>

/** Absent members stay. Customers have no permissions; new staff without a list get every permission. */
function toRow(before: UserRow, change: UserChange): Row {
  const {
    name = before.name,
    username = before.username,
    role = before.role,
    status = before.status,
  } = change
  if (role === 'user' && (change.permissions?.length ?? 0) > 0)
    throw invalidFields({ permissions: { code: 'permissions_of_staff' } })
  const asked = change.permissions === undefined ? before.permissions : change.permissions
  const permissions =
    role === 'user' || asked === null ? null : allPermissions.filter((one) => asked.includes(one))
  return { name, username, role, status, permissions }
}

/** What the audit log stores of a user permanently, without personal data. */
function auditedFields({ role, status, permissions, refund_limit, balance }: UserRow): AuditValues {
  return { role, status, permissions, ...(refund_limit !== null && { refund_limit }), balance }
}

/** In the wire format: amounts in USD. */
function encodeRates(rates: CustomerRates): unknown {
  return z.encode(customerRates, rates)
}

/** Of two admins who demote each other concurrently, the second is refused. */
async function refuseLastAdmin(tx: Tx, userId: number): Promise<void> {
  const admins = await lockAdmins(tx)
  if (admins.length === 1 && admins[0] === userId) throw new AppError('last_admin')
}

async function lockUser(tx: Tx, userId: number) {
  return tx
    .selectFrom('users')
    .select(['name', 'role', 'status'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}
