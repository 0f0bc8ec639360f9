import { randomInt } from 'node:crypto'

import type { Kysely } from 'kysely'
import { sql } from 'kysely'

import { AppError } from '#contract/base/errors.ts'
import { USERNAME_MAX, USERNAME_MIN } from '#contract/users/users.ts'
import { nameOfConstraint } from '#server/lib/postgres/on-cluster.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

import { findClaim } from './claim-names.ts'

/** Room for the number after a taken name. */
const NUMBER_DIGITS = 6
const WITHOUT_NUMBER = 'user'

/**
 * User names for a new user, in the order to try them: the email's local part without characters that a user name can't
 * have, then with a number. "ann.smith+shop@example.com" is ann.smith, then ann.smith2.
 */
export function* usernamesFor(email: string): Generator<string, void> {
  const [local = ''] = email.split('@')
  const [own = ''] = local.split('+')
  const cleaned = own
    .replaceAll(/[^A-Za-z0-9_.-]/g, '')
    .slice(0, USERNAME_MAX - NUMBER_DIGITS)
    .replaceAll(/^[_.-]+|[_.-]+$/g, '')
  const base = cleaned === '' ? WITHOUT_NUMBER : cleaned
  if (base.length >= USERNAME_MIN) yield base
  for (const number of [2, 3, 4, 5]) if (base.length + 1 >= USERNAME_MIN) yield `${base}${number}`
  // If thousands share a name ("info"), counting up would try them all.
  for (let tries = 0; tries < 20; tries += 1)
    yield `${base}${randomInt(10 ** (NUMBER_DIGITS - 1), 10 ** NUMBER_DIGITS)}`
}

/** The id of the user with this name, in any case; undefined for a deleted or unknown one. */
export async function findUserIdByUsername(db: Kysely<DB>, username: string): Promise<number | undefined> {
  const claim = await findClaim(db, { username })
  if (claim === undefined) return undefined
  const query = db.selectFrom('users').select('id').where('deleted_at', 'is', null)
  const row = await (
    'userId' in claim
      ? query.where('id', '=', claim.userId)
      : query.where(sql`lower(username)`, '=', sql`lower(${username})`)
  ).executeTakeFirst()
  return row?.id
}

/** Translates the error of the unique index. Throws `username_taken`. */
export async function refuseTakenUsername<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing
  } catch (error) {
    if (nameOfConstraint(error) === 'users_username') throw new AppError('username_taken')
    throw error
  }
}
