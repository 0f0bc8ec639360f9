import { createHash } from 'node:crypto'

import type { Language } from '#contract/base/languages.ts'
import type { Permission } from '#contract/base/permissions.ts'
import type { CopyTables } from '#server/lib/postgres/copy-tables.ts'

export type CopiedUser = {
  id: number
  name: string
  /** The part before @ is also the user name. */
  email: string
  passwordHash: string
  /** Of staff; null is an owner. */
  permissions?: Permission[] | null
  isBlocked: boolean
  language: Language
  country: string
  createdAt: Date
  seenAt: Date
}

export function copyPastUser(rows: CopyTables, user: CopiedUser): void {
  rows.copyInto('users', {
    id: user.id,
    name: user.name,
    email: user.email,
    username: user.email.slice(0, user.email.indexOf('@')),
    country: user.country,
    role: user.permissions === undefined ? 'user' : 'admin',
    permissions: user.permissions ?? null,
    status: user.isBlocked ? 'blocked' : 'active',
    password_hash: user.passwordHash,
    created_at: user.createdAt,
    email_confirmed_at: user.createdAt,
    seen_at: user.seenAt,
    language: user.language,
  })
}

export function copySession(
  rows: CopyTables,
  { userId, id, at, endsAt }: { userId: number; id: string; at: Date; endsAt: Date },
): void {
  rows.copyInto('sessions', {
    user_id: userId,
    id,
    created_at: at,
    ends_at: endsAt,
    signed_in_at: at,
    used_at: at,
    address: '192.0.2.1',
    user_agent:
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36',
    chain: id,
  })
}

/** The place they sign in from. */
export function copyPlace(rows: CopyTables, { userId, at }: { userId: number; at: Date }): void {
  const place = createHash('sha256').update(`place of ${userId}`).digest()
  rows.copyInto('sign_in_places', { user_id: userId, place, used_at: at })
}

export function copyConfirmation(
  rows: CopyTables,
  { userId, email, at }: { userId: number; email: string; at: Date },
): void {
  rows.copyInto('email_confirmations', { user_id: userId, email, created_at: at, used_at: at })
}

/** What a member of staff refunded on their last day. */
export function copyStaffRefund(
  rows: CopyTables,
  { userId, day, refunded }: { userId: number; day: Date; refunded: bigint },
): void {
  rows.copyInto('staff_refunds', { user_id: userId, refunded_on: day.toISOString().slice(0, 10), refunded })
}

export function copyCustomRate(
  rows: CopyTables,
  { userId, serviceId, rate }: { userId: number; serviceId: number; rate: bigint },
): void {
  rows.copyInto('custom_rates', { user_id: userId, service_id: serviceId, rate })
}
