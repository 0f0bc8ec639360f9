import type { Kysely } from 'kysely'

import { AppError, invalidFields } from '#contract/base/errors.ts'
import { type Money, money } from '#contract/base/money.ts'
import { isOwner, type Permission, type Staff } from '#contract/base/permissions.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

type LimitChange = {
  /** The staff member who makes the change. */
  staff: Staff & { id: number }
  /** Absent: a new user. */
  before: { permissions: readonly Permission[] | null; refund_limit: bigint | null } | undefined
  /** The permissions after the change; null for owners and customers, who have no limit. */
  permissions: readonly Permission[] | null
  asked: Money | null | undefined
}

/**
 * The daily limit of refunds after a change of a user. Only owners set it. Staff with a limit can't let anyone else refund: each
 * account would have its own limit. Throws `insufficient_permissions`, and `invalid_fields` for a user who can't have one.
 */
export async function toRefundLimit(
  db: Kysely<DB>,
  { staff, before, permissions, asked }: LimitChange,
): Promise<Money | null> {
  const stored = before?.refund_limit ?? null
  const limit = stored === null ? null : money(stored)
  if (permissions === null) {
    if (asked !== undefined && asked !== null)
      throw invalidFields({ refund_limit: { code: 'refund_limit_of_staff' } })
    // Otherwise a demotion and a promotion would remove it.
    if (limit !== null && !isOwner(staff)) throw new AppError('insufficient_permissions')
    return null
  }
  if (isOwner(staff)) return asked === undefined ? limit : asked
  if (asked !== undefined && asked !== limit) throw new AppError('insufficient_permissions')
  const isGranted = permissions.includes('refund') && before?.permissions?.includes('refund') !== true
  if (isGranted && (await isLimited(db, staff.id))) throw new AppError('insufficient_permissions')
  return limit
}

async function isLimited(db: Kysely<DB>, userId: number): Promise<boolean> {
  const { refund_limit: limit } = await db
    .selectFrom('users')
    .select('refund_limit')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return limit !== null
}
