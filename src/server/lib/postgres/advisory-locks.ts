import { sql } from 'kysely'

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
] as const
/** Arbitrary, but the same in every version. */
const FIRST = 724_461_590

type Id<Name> = Name extends `${string} of a ${string}` ? [id: number] : []

/** The two numbers of a lock. One that is of something has its id; locks of other ids don't wait for it. */
export function advisoryLock<Name extends (typeof names)[number]>(
  name: Name,
  ...[id]: Id<Name>
): [number, number] {
  return [FIRST + names.indexOf(name), id ?? 0]
}

/** Waits for the lock and has it until the tx ends. */
export async function takeLock<Name extends (typeof names)[number]>(
  tx: Tx,
  name: Name,
  ...id: Id<Name>
): Promise<void> {
  const [first, second] = advisoryLock(name, ...id)
  await sql`select pg_advisory_xact_lock(${first}, ${second})`.execute(tx)
}
