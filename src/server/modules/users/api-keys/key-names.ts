import { type Kysely, sql } from 'kysely'

import type { NamedKey } from '#contract/base/fields.ts'
import { alsoOf } from '#server/lib/postgres/of-customer.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

/** Max. names listed for one customer, in alphabetical order. */
const NAMES_MAX = 200

/** Stores the name that a key is shown with, even after it was revoked. */
export async function storeKeyName(
  tx: Tx,
  { userId, id, name }: { userId: number; id: string; name: string },
): Promise<void> {
  await tx
    .insertInto('api_key_names')
    .values({ user_id: userId, id, name })
    .onConflict((conflict) => conflict.columns(['user_id', 'id']).doUpdateSet({ name }))
    .execute()
}

/**
 * For the columns of another table, by their names; null without a key, or if its user was deleted. `userId`: the
 * customer, if all rows are of one.
 */
export const keyNameOf = (columns: { userId: string; keyId: string }, userId?: number) => sql<string | null>`
  case when ${sql.ref(columns.keyId)} is not null then (select name from api_key_names named
    where named.user_id = ${sql.ref(columns.userId)} and named.id = ${sql.ref(columns.keyId)} ${alsoOf(userId, 'named')}) end`

/** Null if no key was used. */
export function toNamedKey(id: string | null, name: string | null): NamedKey | null {
  return id === null ? null : { id, name }
}

/** All keys that the customer ever had, by name. */
export async function listKeyNames(db: Kysely<DB>, userId: number): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom('api_key_names')
    .select(['id', 'name'])
    .where('user_id', '=', userId)
    .orderBy('name')
    .orderBy('id')
    .limit(NAMES_MAX)
    .execute()
}

/** The current or former owner of a key. */
export async function findKeyOwner(
  db: Kysely<DB>,
  id: string,
): Promise<{ userId: number; name: string } | undefined> {
  return db
    .selectFrom('api_key_names')
    .select(['user_id as userId', 'name'])
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function deleteKeyNames(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('api_key_names').where('user_id', '=', userId).execute()
}
