import { sql } from 'kysely'

import { AppError } from '#contract/base/errors.ts'
import type { Language } from '#contract/base/languages.ts'
import type { Money } from '#contract/base/money.ts'
import type { Permission } from '#contract/base/permissions.ts'
import { clusterOf, nameOfConstraint } from '#server/lib/postgres/on-cluster.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import { type Discount, openAccount } from '#server/modules/ledger/account.ts'

import { claimName, tryClaimName } from './claim-names.ts'
import { usernamesFor } from './usernames.ts'

type NewUser = {
  name: string
  email: string
  /** Null: set later by the invitation's link. */
  passwordHash: string | null
  role?: 'user' | 'admin'
  /** For staff; null is every permission. */
  permissions?: Permission[] | null
  refundLimit?: Money | null
  discount?: Discount | undefined
  language?: Language | undefined
}

/** Creates a user with an account. `email` in lower case. Throws `email_taken`. */
export async function createUser(
  tx: Tx,
  {
    name,
    email,
    passwordHash,
    role = 'user',
    permissions = null,
    refundLimit = null,
    discount,
    language,
  }: NewUser,
): Promise<number> {
  const id = await refuseTakenEmail(
    insertWithUsername(tx, {
      name,
      email,
      password_hash: passwordHash,
      role,
      permissions,
      refund_limit: refundLimit,
      language: language ?? null,
    }),
  )
  await openAccount(tx, id, discount)
  return id
}

/**
 * The unique constraint is the check, so that of two concurrent calls only one takes an address; this translates its
 * error.
 */
export async function refuseTakenEmail<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing
  } catch (error) {
    if (nameOfConstraint(error) === 'users_email_key') throw new AppError('email_taken')
    throw error
  }
}

type NewUserRow = {
  name: string
  email: string
  password_hash: string | null
  role: 'user' | 'admin'
  permissions: Permission[] | null
  refund_limit: Money | null
  language: Language | null
}

/** With the first free user name; the index decides between concurrent inserts. */
async function insertWithUsername(tx: Tx, values: NewUserRow): Promise<number> {
  if (clusterOf(tx) !== undefined) return insertWithClaims(tx, values)
  for (const username of usernamesFor(values.email)) {
    const row = await tx
      .insertInto('users')
      .values({ ...values, username })
      .onConflict((conflict) => conflict.expression(sql`lower(username)`).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (row !== undefined) return row.id
  }
  throw new Error('no user name is free')
}

async function insertWithClaims(tx: Tx, values: NewUserRow): Promise<number> {
  const { rows } = await sql<{ id: number }>`select nextval('users_id_seq')::int as id`.execute(tx)
  const id = rows[0]?.id
  if (id === undefined) throw new Error('a select without a table returns one row')
  await claimName(tx, id, { email: values.email })
  for (const username of usernamesFor(values.email)) {
    if (!(await tryClaimName(tx, id, { username }))) continue
    await tx
      .insertInto('users')
      .values({ ...values, id, username })
      .execute()
    return id
  }
  throw new Error('no user name is free')
}
