import { type Kysely, sql } from 'kysely'

import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

export type KeyPlace = { at: Date; userId: number; id: string }

/** Everybody's, the newest first, after a place; of one customer where one is named. */
export async function listAllKeys(
  db: Kysely<DB>,
  {
    of,
    after,
    day,
    count,
  }: { of: number | undefined; after: KeyPlace | undefined; day: string; count: number },
) {
  let query = db
    .selectFrom('api_keys')
    .leftJoin('api_access', 'api_access.user_id', 'api_keys.user_id')
    .leftJoin('users', 'users.id', 'api_keys.user_id')
    .select(['api_keys.user_id', 'api_keys.id', 'prefix', 'api_keys.created_at', 'last_used_at'])
    .select([
      'users.name',
      'users.email',
      'users.role',
      'users.permissions',
      'allowed_addresses',
      'daily_limit',
    ])
    .select(sql<bigint>`case when spent_on >= ${day}::date then spent else 0 end`.as('spent_today'))
    .orderBy('api_keys.created_at', 'desc')
    .orderBy('api_keys.user_id', 'desc')
    .orderBy('api_keys.id', 'desc')
    .limit(count)
  if (of !== undefined) query = query.where('api_keys.user_id', '=', of)
  if (after !== undefined)
    query = query.where(
      sql<boolean>`(api_keys.created_at, api_keys.user_id, api_keys.id) < (${after.at}, ${after.userId}, ${after.id}::uuid)`,
    )
  return query.execute()
}

export async function findUserIdByEmail(db: Kysely<DB>, email: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst()
  return row?.id
}

/** Answers how it began; undefined where there is none. */
export async function deleteKey(
  tx: Tx,
  { userId, id }: { userId: number; id: string },
): Promise<string | undefined> {
  const row = await tx
    .deleteFrom('api_keys')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('prefix')
    .executeTakeFirst()
  return row?.prefix
}
