import type { Tx } from '#server/database/transact.ts'
import { type Discount, openAccount } from '#server/wallet/open-account.ts'

import { refuseTakenEmail } from './refuse-taken-email.ts'
import { insertUser } from './users-queries.ts'

export type NewUser = {
  name: string
  email: string
  passwordHash: string
  role?: 'user' | 'admin'
  discount?: Discount | undefined
}

/** A user and their account, together or not at all. `email` in lower case. Throws `email_taken`. */
export async function createUser(
  tx: Tx,
  { name, email, passwordHash, role = 'user', discount }: NewUser,
): Promise<number> {
  const id = await refuseTakenEmail(insertUser(tx, { name, email, password_hash: passwordHash, role }))
  await openAccount(tx, id, discount)
  return id
}
