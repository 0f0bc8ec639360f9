import { type Kysely, sql } from 'kysely'

import { clusterOf } from '#server/lib/postgres/on-cluster.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

/** A name that is unique among users. Exactly one of the two: a whole user row would match both, and only one be read. */
type Name = { email: string; username?: never } | { username: string; email?: never }
const tables = { email: sql.table('user_emails'), username: sql.table('user_names') }

/**
 * On a cluster users are on their customers' shards, where nothing can enforce that an email or user name is unique: a
 * row of `user_emails` or `user_names` claims it, and finds its user. Elsewhere this does nothing, and the unique
 * indexes of `users` are the check. If another user has the name, throws the error that those indexes would.
 */
export async function claimName(tx: Tx, userId: number, name: Name): Promise<void> {
  if (clusterOf(tx) === undefined) return
  const { table, column, value } = read(name)
  await sql`insert into ${table} (${column}, user_id) values (${value}, ${userId})`.execute(tx)
}

/** The same without an error: false if another user has it. On a cluster only. */
export async function tryClaimName(tx: Tx, userId: number, name: Name): Promise<boolean> {
  const { table, column, value } = read(name)
  const { numAffectedRows } = await sql`
    insert into ${table} (${column}, user_id) values (${value}, ${userId}) on conflict do nothing`.execute(tx)
  return numAffectedRows === 1n
}

export async function releaseName(tx: Tx, userId: number, name: Name): Promise<void> {
  if (clusterOf(tx) === undefined) return
  const { table, column, value } = read(name)
  await sql`delete from ${table} where ${column} = ${value} and user_id = ${userId}`.execute(tx)
}

/** A condition for `users`: the id with this name on a cluster, else the name itself. Undefined if no user has it. */
export async function findClaim<Named extends Name>(
  db: Kysely<DB>,
  name: Named,
): Promise<{ userId: number } | Named | undefined> {
  if (clusterOf(db) === undefined) return name
  const { table, column, value } = read(name)
  const { rows } = await sql<{ userId: number }>`
    select user_id as "userId" from ${table} where ${column} = ${value}`.execute(db)
  return rows[0]
}

function read(name: Name) {
  return name.email !== undefined
    ? { table: tables.email, column: sql.ref('email'), value: name.email }
    : { table: tables.username, column: sql.ref('username'), value: name.username.toLowerCase() }
}
