import { sql } from 'kysely'

import type { Language } from '#contract/base/languages.ts'
import type { Money } from '#contract/base/money.ts'
import type { Permission } from '#contract/base/permissions.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import { createUser } from './create-user.ts'

export type PastUser = {
  name: string
  email: string
  passwordHash: string
  /** Staff; customers have none. */
  permissions?: Permission[]
  refundLimit?: Money
  language: Language | undefined
  country: string | null
  createdAt: Date
  seenAt: Date | null
}

const CONFIRMED_SECONDS = 240

/** Adds the demo's users, who registered in the past and confirmed their addresses. Returns their ids. Throws `email_taken`. */
export async function addPastUsers(tx: Tx, users: readonly PastUser[]): Promise<number[]> {
  const ids: number[] = []
  for (const { name, email, passwordHash, permissions, refundLimit = null, language } of users) {
    const staff = permissions === undefined ? {} : { role: 'admin' as const, permissions, refundLimit }
    ids.push(await createUser(tx, { name, email, passwordHash, language, ...staff }))
  }
  await sql`
    update users set created_at = registered_at, seen_at = last_at, country = lives_in,
      email_confirmed_at = registered_at + make_interval(secs => ${CONFIRMED_SECONDS})
    from unnest(${ids}::int[], ${users.map(({ createdAt }) => createdAt)}::timestamptz[],
      ${users.map(({ seenAt }) => seenAt)}::timestamptz[], ${users.map(({ country }) => country)}::text[])
      as past (user_id, registered_at, last_at, lives_in)
    where users.id = past.user_id`.execute(tx)
  return ids
}
