import type { Kysely } from 'kysely'

import { AppError } from '#contract/errors.ts'
import type { User } from '#contract/users.ts'
import type { DB } from '#server/database/tables.ts'

import { toUser } from './present-user.ts'
import { selectUsers } from './users-queries.ts'

/** With the balance; a deleted user is not found. */
export async function getUser(db: Kysely<DB>, id: number): Promise<User> {
  const user = await findUser(db, id)
  if (user === undefined) throw new AppError('not_found')
  return user
}

async function findUser(db: Kysely<DB>, id: number): Promise<User | undefined> {
  const row = await selectUsers(db).where('users.id', '=', id).executeTakeFirst()
  return row === undefined ? undefined : toUser(row)
}

/** `email` in lower case, as it is stored. */
export async function findUserByEmail(db: Kysely<DB>, email: string): Promise<User | undefined> {
  const row = await selectUsers(db).where('users.email', '=', email).executeTakeFirst()
  return row === undefined ? undefined : toUser(row)
}
