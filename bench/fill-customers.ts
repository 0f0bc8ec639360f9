import { randomUUID } from 'node:crypto'

import type { Pool } from 'pg'

import { makeSecrets } from '#server/lib/crypto/secrets.ts'
import { makeTokenSigner } from '#server/modules/users/auth/authenticate.ts'

const CUSTOMERS_AT_ONCE = 1_000

/** Adds `count` customers with money, and services that staff deliver, to an empty database; answers the first service's id. */
export async function fillCustomers(pool: Pool, count: number): Promise<number> {
  // On a loaded machine 10,000 in one statement would exceed the limit of 8 seconds.
  for (let first = 1; first <= count; first += CUSTOMERS_AT_ONCE)
    await insertCustomers(pool, { first, last: Math.min(count, first + CUSTOMERS_AT_ONCE - 1) })
  await pool.query("insert into categories (name, platform) values ('Bench', 'Instagram')")
  const { rows } = await pool.query<{
    id: number
  }>(`insert into services (category_id, platform, name, name_original, rate, min, max, by_hand)
    select 1, 'Instagram', 'Service ' || n, 'Service ' || n, 10000, 1, 100000, true from generate_series(1, 500) n returning id`)
  // Only these: for a table known to be empty each connection would cache a plan that reads all of it for a foreign
  // key.
  for (const table of ['users', 'accounts', 'transactions', 'categories', 'services'])
    await pool.query(`analyze ${table}`)
  return rows[0]?.id ?? 1
}

async function insertCustomers(pool: Pool, { first, last }: { first: number; last: number }): Promise<void> {
  await pool.query(`insert into users (name, email, password_hash)
    select 'Customer ' || n, 'customer' || n || '@example.com', 'none' from generate_series(${first}, ${last}) n`)
  const those = `from users where id between ${first} and ${last}`
  await pool.query(
    `insert into accounts (user_id, balance, transactions_seq) select id, 99999999999999, 1 ${those}`,
  )
  await pool.query(
    `insert into account_sums (user_id, name, amount) select id, 'bonus', 99999999999999 ${those}`,
  )
  await pool.query(`insert into transactions (user_id, seq, type, from_account, to_account, amount, balance_after, description, actor_id)
    select id, 1, 'bonus', 'adjustment', 'customer', 99999999999999, 99999999999999, 'For the bench', id ${those}`)
}

/** Their tokens, signed with the key of the product under test. */
export async function signCustomersIn(
  pool: Pool,
  { count, secretKey }: { count: number; secretKey: string },
): Promise<string[]> {
  const sign = makeTokenSigner(makeSecrets(secretKey))
  const ids = Array.from({ length: count }, () => randomUUID())
  await pool.query(
    `insert into sessions (user_id, id, ends_at) select n, id, now() + interval '1 day'
     from unnest($1::uuid[]) with ordinality as session (id, n)`,
    [ids],
  )
  return ids.map((id, index) => sign(index + 1, id))
}
