import { money } from '#contract/base/money.ts'
import type { AdminUser } from '#contract/users/admin-users.ts'
import type { User } from '#contract/users/users.ts'

import type { UserRow } from './users-queries.ts'

/** What a user may know of themselves. */
export function toUser(row: UserRow): User {
  const { id, name, email, phone, country, language, pending_email: pending, role, status, created_at } = row
  return {
    id,
    name,
    email,
    phone,
    country,
    language,
    ...(pending !== null && { pending_email: pending }),
    balance: money(row.balance),
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
    email,
    role,
    status,
    permissions,
    is_invited,
    has_two_factor,
    orders,
    open_orders,
    created_at,
  } = row
  const standing = { role, status, permissions, is_invited, has_two_factor }
  return { id, name, email, balance: money(row.balance), ...standing, orders, open_orders, created_at }
}
