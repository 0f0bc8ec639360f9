import { type Kysely, sql } from 'kysely'
import type { Pool } from 'pg'

import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

export type KeyHash = { userId: number; hash: Buffer }
export type LiveKeyRow = { at: number; id: number; allowed_addresses: string[] | null; is_idle: boolean }

/** Those that hold, of many at once; `at` counts from 1 where it stands among those asked for. */
export async function findLiveKeys(pool: Pool, asked: readonly KeyHash[]): Promise<LiveKeyRow[]> {
  const { rows } = await pool.query<LiveKeyRow>({
    name: 'read-api-keys',
    text: `select asked.at::int as at, users.id, api_access.allowed_addresses,
        coalesce(api_keys.last_used_at < now() - interval '5 minutes', true) as is_idle
      from unnest($1::int[], $2::bytea[]) with ordinality as asked (user_id, hash, at)
      join api_keys on api_keys.user_id = asked.user_id and api_keys.hash = asked.hash
      join users on users.id = asked.user_id
      left join api_access on api_access.user_id = asked.user_id
      where users.status = 'active' and users.deleted_at is null`,
    values: keysOf(asked),
  })
  return rows
}

/** One by one: two processes that wrote many in other orders would wait for each other. */
export async function touchKeys(pool: Pool, used: readonly KeyHash[]): Promise<void> {
  for (const { userId, hash } of used)
    await pool.query(
      `update api_keys set last_used_at = now() where user_id = $1 and hash = $2
         and (last_used_at is null or last_used_at < now() - interval '1 minute')`,
      [userId, hash],
    )
}

function keysOf(all: readonly KeyHash[]): [number[], Buffer[]] {
  return [all.map(({ userId }) => userId), all.map(({ hash }) => hash)]
}

export async function listKeys(db: Kysely<DB>, userId: number) {
  return db
    .selectFrom('api_keys')
    .select(['id', 'prefix', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export async function findAccess(db: Kysely<DB>, { userId, day }: { userId: number; day: string }) {
  return db
    .selectFrom('api_access')
    .select(['allowed_addresses', 'daily_limit'])
    .select(sql<bigint>`case when spent_on >= ${day}::date then spent else 0 end`.as('spent_today'))
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

/** Until the tx ends, nobody else makes a key for this customer. */
export async function lockAccess(tx: Tx, userId: number): Promise<void> {
  await sql`insert into api_access (user_id) values (${userId}) on conflict do nothing`.execute(tx)
  await tx
    .selectFrom('api_access')
    .select('user_id')
    .where('user_id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

export async function insertKey(
  tx: Tx,
  { userId, id, hash, prefix }: KeyHash & { id: string; prefix: string },
): Promise<void> {
  await tx.insertInto('api_keys').values({ user_id: userId, id, hash, prefix }).execute()
}

/** All of them without an id; answers how many there were. */
export async function deleteKeys(
  db: Kysely<DB>,
  { userId, id }: { userId: number; id: string | undefined },
): Promise<number> {
  let query = db.deleteFrom('api_keys').where('user_id', '=', userId)
  if (id !== undefined) query = query.where('id', '=', id)
  const { numDeletedRows } = await query.executeTakeFirst()
  return Number(numDeletedRows)
}

export async function changeAccess(
  db: Kysely<DB>,
  { userId, ...change }: { userId: number; allowed_addresses?: string[]; daily_limit?: bigint | null },
): Promise<void> {
  await db
    .insertInto('api_access')
    .values({ user_id: userId, ...change })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ ...change, user_id: userId }))
    .execute()
}

export async function findDailyLimit(db: Kysely<DB>, userId: number): Promise<bigint | null> {
  const row = await db
    .selectFrom('api_access')
    .select('daily_limit')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.daily_limit ?? null
}

/** Nobody else spends of it until the tx ends. */
export async function lockDailyLimit(
  tx: Tx,
  { userId, day }: { userId: number; day: string },
): Promise<{ daily_limit: bigint | null; spent: bigint } | undefined> {
  return tx
    .selectFrom('api_access')
    .select('daily_limit')
    .select(sql<bigint>`case when spent_on >= ${day}::date then spent else 0 end`.as('spent'))
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
}

type Spending = { userId: number; amount: bigint; day: string }

/**
 * Counts it as spent where the limit allows it, and answers the day that it was counted on; undefined where it does not.
 * A day that has begun is not left again: processes' clocks differ.
 */
export async function takeOfLimit(
  db: Kysely<DB>,
  { userId, amount, day }: Spending,
): Promise<string | undefined> {
  const spent = sql`(${amount}::bigint + case when spent_on >= ${day}::date then spent else 0 end)`
  const { rows } = await sql<{ day: string }>`
    update api_access set spent = ${spent}, spent_on = greatest(spent_on, ${day}::date)
    where user_id = ${userId} and ${amount}::bigint >= 0 and (daily_limit is null or ${spent} <= daily_limit)
    returning spent_on::text as day`.execute(db)
  return rows[0]?.day
}

/**
 * Counts what was spent where there is no limit, for one that is set later that day. A statement that is a tx of its own
 * does not wait for the disk (`isAlone`): what a crash loses is the count of a few orders.
 */
export async function countSpent(
  db: Kysely<DB>,
  { userId, amount, day, isAlone }: Spending & { isAlone: boolean },
): Promise<void> {
  const synced = isAlone ? sql`'off'` : sql`current_setting('synchronous_commit')`
  await sql`
    with synced as materialized (select set_config('synchronous_commit', ${synced}, true))
    insert into api_access (user_id, spent, spent_on) select ${userId}::int, ${amount}::bigint, ${day}::date from synced
    on conflict (user_id) do update set spent_on = greatest(api_access.spent_on, excluded.spent_on),
      spent = excluded.spent + case when api_access.spent_on >= excluded.spent_on then api_access.spent else 0 end`.execute(
    db,
  )
}

/** Nothing where another day has begun since. */
export async function giveBackToLimit(db: Kysely<DB>, { userId, amount, day }: Spending): Promise<void> {
  await sql`update api_access set spent = greatest(0, spent - ${amount}::bigint)
    where user_id = ${userId} and spent_on = ${day}::date`.execute(db)
}

export async function deleteAccess(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('api_access').where('user_id', '=', userId).execute()
}
