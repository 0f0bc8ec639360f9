import type { Kysely } from 'kysely'

import type { BodyOf } from '#contract/base/endpoint.ts'
import { AppError, invalidFields } from '#contract/base/errors.ts'
import { ZERO } from '#contract/base/money.ts'
import { isAllowed, permissions as allPermissions, type Staff } from '#contract/base/permissions.ts'
import type { RequireProof } from '#contract/base/proof.ts'
import type { AdminUser, inviteUser as endpoint } from '#contract/users/admin-users.ts'
import type { Context } from '#server/context.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Publish, Tx } from '#server/lib/postgres/transact.ts'
import { type By, transactAsStaff } from '#server/modules/audit-log/transact-as-staff.ts'
import { queueEmail } from '#server/modules/messaging/emails/queue-email.ts'
import { adjustBalance } from '#server/modules/users/adjust-balance.ts'
import { createUser } from '#server/modules/users/create-user.ts'
import { getAdminUser } from '#server/modules/users/get-user.ts'
import { refuseBeyondOwn } from '#server/modules/users/refuse-beyond-own.ts'
import { toRefundLimit } from '#server/modules/users/refund-limit.ts'

type StaffCaller = { by: By; staff: Staff }

/**
 * Adds a user without a password and emails a link to set one. The audit log stores only the id, so that personal data
 * can be deleted later. Throws `email_taken`, `insufficient_permissions`, `proof_required` for staff, and
 * `invalid_fields` for an opening balance without a reason.
 */
export async function inviteUser(
  ctx: Context,
  {
    by,
    staff,
    invited,
    requireProof,
  }: StaffCaller & { invited: BodyOf<typeof endpoint>; requireProof: RequireProof },
): Promise<AdminUser> {
  const { name, email, role = 'user', language, balance, reason } = invited
  const permissions = toPermissions(invited)
  if (role === 'admin') {
    refuseBeyondOwn(staff, [{ role, permissions }])
    requireProof(['role', 'permissions', 'refund_limit'])
  }
  const hasBalance = balance !== undefined && balance !== 0n
  if (hasBalance && !isAllowed(staff, 'money')) throw new AppError('insufficient_permissions')
  return transactAsStaff(ctx, by, async (tx, publish, record) => {
    const limiting = { staff: { ...staff, id: by.actorId }, before: undefined, permissions }
    const refundLimit = await toRefundLimit(tx, { ...limiting, asked: invited.refund_limit })
    const rights = { role, permissions, refundLimit }
    const userId = await createUser(tx, { name, email, passwordHash: null, ...rights, language })
    if (hasBalance) {
      const change = { balance, expected_balance: ZERO, reason }
      await adjustBalance(tx, { actorId: by.actorId, userId, change })
    }
    await sendInvitation(tx, publish, { userId, email })
    record({
      action: 'user.invite',
      id: userId,
      after: {
        role,
        permissions,
        ...(refundLimit !== null && { refund_limit: refundLimit }),
        balance: balance ?? 0n,
      },
      reason,
    })
    return getAdminUser(tx, userId)
  })
}

/**
 * Replaces the link. Throws `not_found`, and `state_conflict` for a user who has a password or is blocked.
 */
export async function inviteAgain(
  ctx: Context,
  { by, staff, userId }: StaffCaller & { userId: number },
): Promise<void> {
  await transactAsStaff(ctx, by, async (tx, publish, record) => {
    const user = await getAdminUser(tx, userId)
    if (user.role === 'admin') refuseBeyondOwn(staff, [user])
    if (!user.is_invited) throw new AppError('state_conflict', { reason: 'has_password' })
    if (user.status === 'blocked') throw new AppError('state_conflict', { reason: 'user_blocked' })
    await sendInvitation(tx, publish, { userId, email: user.email })
    record({ action: 'user.invite', id: userId })
  })
}

async function sendInvitation(
  tx: Tx,
  publish: Publish,
  { userId, email }: { userId: number; email: string },
): Promise<void> {
  const invitation = String(await replaceInvitation(tx, { userId, email }))
  await queueEmail(tx, publish, {
    userId,
    receiver: email,
    event: `invitation:${invitation}`,
    kind: 'invitation',
    details: { invitation },
  })
}

/** In the contract's order; null for customers. Staff without a list have every permission. */
function toPermissions({ role = 'user', permissions = null }: BodyOf<typeof endpoint>) {
  if (role === 'user' && (permissions?.length ?? 0) > 0)
    throw invalidFields({ permissions: { code: 'permissions_of_staff' } })
  return role === 'user' || permissions === null
    ? null
    : allPermissions.filter((one) => permissions.includes(one))
}

/** Replaces earlier invitations. Returns the id. */
async function replaceInvitation(
  tx: Tx,
  { userId, email }: { userId: number; email: string },
): Promise<bigint> {
  await deleteInvitations(tx, userId)
  const { id } = await tx
    .insertInto('invitations')
    .values({ user_id: userId, email })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function deleteInvitations(db: Kysely<DB>, userId: number): Promise<void> {
  await db.deleteFrom('invitations').where('user_id', '=', userId).execute()
}
