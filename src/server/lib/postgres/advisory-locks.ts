import { type Kysely, sql } from 'kysely'
import type { Client } from 'pg'

import type { DB } from './tables.ts'
import type { Tx } from './transact.ts'

/** All advisory locks. The index is part of the lock's number, so append only. */
const names = [
  'migrations',
  'audit log',
  'settings',
  'grants',
  'first admin',
  'categories',
  'service names',
  'supplies of a provider',
  'favourites of a user',
  'claims of a reference',
  'backup',
  'deleted users',
  'ledger check',
  'incidents of a provider',
] as const
/** Arbitrary, but the same in every version. */
const FIRST = 724_461_590

type Id<Name> = Name extends `${string} of a ${string}` ? [id: number] : []

/** The two numbers of a lock. Locks "of" something include its id, so those of different ids are independent. */
export function advisoryLock<Name extends (typeof names)[number]>(
  name: Name,
  ...[id]: Id<Name>
): [number, number] {
  return [FIRST + names.indexOf(name), id ?? 0]
}

/** Waits for the lock and holds it until the tx ends. */
export async function takeLock<Name extends (typeof names)[number]>(
  tx: Tx,
  name: Name,
  ...id: Id<Name>
): Promise<void> {
  const [first, second] = advisoryLock(name, ...id)
  await sql`select pg_advisory_xact_lock(${first}, ${second})`.execute(tx)
}

/** Holds the lock until the connection ends, unless another connection has it. */
export async function tryLock(client: Client, name: 'ledger check'): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(
    'select pg_try_advisory_lock($1, $2) as taken',
    advisoryLock(name),
  )
  return rows[0]?.taken === true
}

/** Shares the lock with other holders until the connection ends. */
export async function shareLock(client: Client, name: 'backup'): Promise<void> {
  await client.query('select pg_advisory_lock_shared($1, $2)', advisoryLock(name))
}

/** Whether any session holds or shares it. Takes nothing, so it also works behind a pooler. */
export async function isLockHeld(db: Kysely<DB>, name: 'backup'): Promise<boolean> {
  const [first, second] = advisoryLock(name)
  const { rows } = await sql<{ held: boolean }>`
    select exists (
      select from pg_locks where locktype = 'advisory' and granted and objsubid = 2
        and database = (select oid from pg_database where datname = current_database())
        and classid::bigint = ${first}::bigint and objid::bigint = ${second}::bigint
    ) as held`.execute(db)
  return rows[0]?.held === true
}
