import type { Pool } from 'pg'

import { hashPassword } from '#server/modules/users/auth/hash-password.ts'
import { makeTokenSigner } from '#server/modules/users/auth/authenticate.ts'
import { makeSecrets } from '#server/lib/crypto/secrets.ts'

export const secretKey = 'only for this bench, thrown away with its database'
const CUSTOMERS = 1_000
const SERVICES = 10_000
const GIVEN = 9_999_999_999_999n

export type Shop = {
  /** A token per customer. */
  tokens: string[]
  /** One service per provider. */
  serviceIds: number[]
}

/**
 * A busy shop: a thousand customers with money, ten thousand services, and one service from each of these addresses.
 */
export async function fillShop(pool: Pool, providerUrls: readonly string[]): Promise<Shop> {
  await pool.query(
    `insert into users (name, email, password_hash)
     select 'Customer ' || n, 'customer' || n || '@example.com', $1 from generate_series(1, ${CUSTOMERS}) n`,
    [await hashPassword('nobody guesses this one', undefined)],
  )
  await pool.query(
    `with opened as (insert into accounts (user_id, balance, transactions_seq) select id, $1::bigint, 1 from users)
     insert into account_sums (user_id, name, amount) select id, 'bonus', $1 from users`,
    [GIVEN],
  )
  await pool.query(
    `insert into transactions (user_id, seq, type, from_account, to_account, amount, balance_after, description, actor_id)
     select id, 1, 'bonus', 'adjustment', 'customer', $1::bigint, $1, 'For the bench', id from users`,
    [GIVEN],
  )
  await pool.query("insert into categories (name, platform) values ('Bench', 'Instagram')")
  await pool.query(`insert into services (category_id, platform, name, name_original, rate, min, max, by_hand)
    select 1, 'Instagram', name, name, 1200000, 1, 100000, true
    from generate_series(1, ${SERVICES}) n, lateral (select 'Real followers fast ' || n as name) named`)
  const serviceIds: number[] = []
  for (const url of providerUrls) serviceIds.push(await sellFrom(pool, url))
  const tokens = await signIn(pool)
  await pool.query('analyze')
  return { tokens, serviceIds }
}

async function sellFrom(pool: Pool, url: string): Promise<number> {
  const slug = `provider-${new URL(url).port}`
  const key = makeSecrets(secretKey).seal(`provider-key:${slug}`, 'the key of a bench')
  const { rows } = await pool.query<{ service_id: number }>(
    `with provider as (
       insert into providers (slug, name, api_url, key_ciphertext, is_enabled, is_sandbox, calls_at_once, calls_per_second,
         first_orders)
       values ($1, $1, $2, $3, true, true, 10, 50, null) returning id
     ), service as (
       insert into services (category_id, platform, name, name_original, rate, min, max)
       values (1, 'Instagram', 'Followers', 'Followers', 1200000, 1, 100000) returning id
     )
     insert into supplies (service_id, provider_id, provider_service, cost_rate)
     select service.id, provider.id, '1', 900000 from service, provider returning service_id`,
    [slug, `${url}/api/v2`, key],
  )
  return rows[0]?.service_id ?? 0
}

async function signIn(pool: Pool): Promise<string[]> {
  const sign = makeTokenSigner(makeSecrets(secretKey))
  const { rows } = await pool.query<{ user_id: number; id: string }>(
    `insert into sessions (user_id, id, ends_at) select id, gen_random_uuid(), now() + interval '1 day' from users
     returning user_id, id`,
  )
  return rows.map(({ user_id: userId, id }) => sign(userId, id))
}
