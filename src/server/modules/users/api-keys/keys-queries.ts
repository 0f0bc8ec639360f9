import { randomUUID } from 'node:crypto'

import { type Kysely, sql } from 'kysely'

import { money } from '#contract/base/money.ts'
import type { ErrorForm } from '#contract/base/error-forms.ts'
import { type ApiKey, keyScopes, type KeyScope } from '#contract/users/api-keys.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

/** The customer's settings of a key. */
export type KeyTerms = {
  name: string
  scopes: readonly KeyScope[]
  allowed_addresses: readonly string[]
  daily_limit: bigint | null
  errors: ErrorForm | null
  is_test: boolean
  expires_at: Date | null
}

/** Days are UTC. */
export function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10)
}

/** The amount spent on that day, for a row with `spent` and `spent_on`. The statement that places orders counts it. */
export const spentOn = (table: 'api_keys' | 'api_access', day: string) =>
  sql<bigint>`case when ${sql.ref(`${table}.spent_on`)} >= ${day}::date then ${sql.ref(`${table}.spent`)} else 0 end`

/** The limits of all keys together; undefined if the customer never had a key. */
export async function findAccess(db: Kysely<DB>, { userId, day }: { userId: number; day: string }) {
  return db
    .selectFrom('api_access')
    .select(['allowed_addresses', 'daily_limit'])
    .select(spentOn('api_access', day).as('spent_today'))
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

/** Includes expired ones, until they are deleted. */
export async function listKeys(
  db: Kysely<DB>,
  { userId, day }: { userId: number; day: string },
): Promise<ApiKey[]> {
  const rows = await db
    .selectFrom('api_keys')
    .select(keyColumns)
    .select(isExpired.as('is_expired'))
    .select(spentOn('api_keys', day).as('spent_today'))
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(toApiKey)
}

/** False for a key that doesn't expire. */
export const isExpired = sql<boolean>`coalesce(api_keys.expires_at <= now(), false)`
const isActive = sql<boolean>`not ${isExpired}`

export const keyColumns = [
  'api_keys.id',
  'api_keys.prefix',
  'api_keys.name',
  'api_keys.scopes',
  'api_keys.allowed_addresses',
  'api_keys.daily_limit',
  'api_keys.errors',
  'api_keys.is_test',
  'api_keys.expires_at',
  'api_keys.created_at',
  'api_keys.last_used_at',
] as const

type KeyRow = Omit<ApiKey, 'scopes' | 'daily_limit' | 'spent_today'> & {
  scopes: string[]
  daily_limit: bigint | null
  spent_today: bigint
}

/** A key for the contract, without the row's other columns. */
export function toApiKey(row: KeyRow): ApiKey {
  const { id, prefix, name, errors, allowed_addresses, expires_at, created_at, last_used_at } = row
  return {
    id,
    prefix,
    name,
    errors,
    is_test: row.is_test,
    allowed_addresses,
    expires_at,
    is_expired: row.is_expired,
    created_at,
    last_used_at,
    scopes: toScopes(row.scopes),
    daily_limit: row.daily_limit === null ? null : money(row.daily_limit),
    spent_today: money(row.spent_today),
  }
}

/** A constraint of the table allows no others. */
function toScopes(stored: readonly string[]): KeyScope[] {
  return keyScopes.filter((scope) => stored.includes(scope))
}

export async function listActiveNames(tx: Tx, userId: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('api_keys')
    .select('name')
    .where('user_id', '=', userId)
    .where(isActive)
    .execute()
  return rows.map(({ name }) => name)
}

export async function hasTestKey(tx: Tx, userId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('api_keys')
    .select('id')
    .where('user_id', '=', userId)
    .where('is_test', '=', true)
    .where(isActive)
    .executeTakeFirst()
  return row !== undefined
}

/** Undefined if the key is unknown or expired. `id` is any text. */
export async function findTerms(tx: Tx, { userId, id }: { userId: number; id: string }) {
  const row = await tx
    .selectFrom('api_keys')
    .select(['name', 'scopes', 'allowed_addresses', 'daily_limit', 'errors', 'is_test', 'expires_at'])
    .where('user_id', '=', userId)
    .where(sql`id::text`, '=', id)
    .where(isActive)
    .executeTakeFirst()
  return row && { ...row, scopes: toScopes(row.scopes) }
}

/** The amount spent of a daily limit, its day, and the group of keys that share it. */
export type Spending = { spent: bigint; spent_on: string; limit_group: string | null }

/**
 * From now on the key shares its limit: keys stored with the returned values count together with it. All of them get a
 * new group, so that an order that waited meanwhile notices that there is another key to count.
 */
export async function shareLimit(
  tx: Tx,
  { userId, id }: { userId: number; id: string },
): Promise<Spending | undefined> {
  // The day is converted to text where Citus allows it, which is not in `returning`.
  const { rows } = await sql<Spending & { id: string }>`
    with sharing as materialized (
      select id, spent_on::text as day from api_keys where user_id = ${userId} and coalesce(limit_group, id) = (
        select coalesce(limit_group, id) from api_keys where user_id = ${userId} and id = ${id}::uuid)
      order by id for no key update
    )
    update api_keys set limit_group = ${randomUUID()}::uuid
    from sharing where api_keys.user_id = ${userId} and api_keys.id = sharing.id
    returning api_keys.id, spent, day as spent_on, limit_group`.execute(tx)
  const own = rows.find((row) => row.id === id)
  return own && { spent: own.spent, spent_on: own.spent_on, limit_group: own.limit_group }
}

export async function limitLife(
  tx: Tx,
  { userId, id, overlapHours }: { userId: number; id: string; overlapHours: number },
): Promise<void> {
  // The column has milliseconds: rounded up, an end of now would be in the future.
  const end = sql<Date>`least(expires_at, date_trunc('milliseconds', now()) + make_interval(hours => ${overlapHours}))`
  await tx
    .updateTable('api_keys')
    .set({ expires_at: end })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute()
}

export async function updateKey(
  tx: Tx,
  { userId, id, change }: { userId: number; id: string; change: Partial<KeyTerms> },
): Promise<void> {
  const { scopes, allowed_addresses: allowed, ...own } = change
  await tx
    .updateTable('api_keys')
    .set({
      ...own,
      ...(scopes !== undefined && { scopes: [...scopes] }),
      ...(allowed !== undefined && { allowed_addresses: [...allowed] }),
    })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute()
}

/** Serializes changes of one customer's keys until the tx ends. */
export async function lockAccess(tx: Tx, userId: number): Promise<void> {
  await sql`insert into api_access (user_id) values (${userId}) on conflict do nothing`.execute(tx)
  await tx
    .selectFrom('api_access')
    .select('user_id')
    .where('user_id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

/** Deletes one key, or all without an id; returns the number. */
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
  if (Object.keys(change).length === 0) return
  await db
    .insertInto('api_access')
    .values({ user_id: userId, ...change })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(change))
    .execute()
}
