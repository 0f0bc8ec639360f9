import type { Language } from '#contract/base/languages.ts'
import type { Permission } from '#contract/base/permissions.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import { type Discount, openAccount } from '#server/modules/ledger/account.ts'

import { refuseTakenEmail } from './refuse-taken-email.ts'
import { insertUser } from './users-queries.ts'

export type NewUser = {
  name: string
  email: string
  /** Null: they set one by the letter of invitation. */
  passwordHash: string | null
  role?: 'user' | 'admin'
  /** Of staff; null is everything. */
  permissions?: Permission[] | null
  discount?: Discount | undefined
  language?: Language | undefined
}

/** A user and their account, together or not at all. `email` in lower case. Throws `email_taken`. */
export async function createUser(
  tx: Tx,
  { name, email, passwordHash, role = 'user', permissions = null, discount, language }: NewUser,
): Promise<number> {
  const id = await refuseTakenEmail(
    insertUser(tx, {
      name,
      email,
      password_hash: passwordHash,
      role,
      permissions,
      language: language ?? null,
    }),
  )
  await openAccount(tx, id, discount)
  return id
}
