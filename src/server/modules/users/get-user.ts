import type { Kysely } from 'kysely'

import { AppError } from '#contract/base/errors.ts'
import type { User } from '#contract/users/users.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

import { toUser } from './present-user.ts'
import { findUserRow } from './users-queries.ts'

/** With the balance; a deleted user is not found. */
export async function getUser(db: Kysely<DB>, id: number): Promise<User> {
  const row = await findUserRow(db, { id })
  if (row === undefined) throw new AppError('not_found')
  return toUser(row)
}

/** `email` in lower case, as it is stored. */
export async function findUserByEmail(db: Kysely<DB>, email: string): Promise<User | undefined> {
  return findUser(db, { email })
}

export async function findUser(
  db: Kysely<DB>,
  by: { id: number } | { email: string },
): Promise<User | undefined> {
  const row = await findUserRow(db, by)
  return row === undefined ? undefined : toUser(row)
}
