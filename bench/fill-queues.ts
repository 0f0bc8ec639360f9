import { randomUUID } from 'node:crypto'

import type { Pool } from 'pg'

import { makeTokenSigner } from '#server/modules/users/auth/authenticate.ts'
import { makeSecrets } from '#server/lib/crypto/secrets.ts'
import { allowSeconds } from '#server/lib/postgres/statement-limits.ts'
import { fillPolled, FILLING_SECONDS, fillQueued } from '#test/fill-orders.ts'

export const secretKey = 'only for this bench, thrown away with its database'
const ORDERS_OF_A_CUSTOMER = 100
const GIVEN = 99_999_999_999n

/** A provider for the product: its response time and its rate limit. */
export const providers = {
  good: { delayMs: 50, atOnce: 10, perSecond: 100 },
  second: { delayMs: 50, atOnce: 10, perSecond: 100 },
  slow: { delayMs: 4_000, atOnce: 4, perSecond: 20 },
  paused: { delayMs: 50, atOnce: 6, perSecond: 20 },
  followed: { delayMs: 50, atOnce: 4, perSecond: 10 },
  completing: { delayMs: 20, atOnce: 20, perSecond: 100 },
} as const
export type ProviderName = keyof typeof providers
export const names: ProviderName[] = ['good', 'second', 'slow', 'paused', 'followed', 'completing']

export async function enterProviders(
  pool: Pool,
  urls: readonly string[],
): Promise<Record<ProviderName, number>> {
  const secrets = makeSecrets(secretKey)
  const entered = names.map(async (name, at) => {
    const { atOnce, perSecond } = providers[name]
    const { rows } = await pool.query<{ id: number }>(
      `insert into providers (slug, name, api_url, key_ciphertext, is_enabled, is_sandbox, calls_at_once, calls_per_second,
         first_orders, sending_paused_until)
       values ($1, $1, $2, $3, true, true, $4, $5, null, case when $1 = 'paused' then now() + interval '1 day' end) returning id`,
      [
        name,
        `${urls[at]}/api/v2`,
        secrets.seal(`provider-key:${name}`, 'the key of a bench'),
        atOnce,
        perSecond,
      ],
    )
    return [name, rows[0]?.id ?? 0] as const
  })
  const known = new Map(await Promise.all(entered))
  const idOf = (name: ProviderName) => known.get(name) ?? 0
  return {
    good: idOf('good'),
    second: idOf('second'),
    slow: idOf('slow'),
    paused: idOf('paused'),
    followed: idOf('followed'),
    completing: idOf('completing'),
  }
}

/**
 * Most of the queue waits for the paused provider and comes first. Orders at providers are due for a poll, except those
 * to be completed: as many as fit into the time, due a day later.
 */
export async function fillAll(
  pool: Pool,
  ids: Record<ProviderName, number>,
  { queued, followed, seconds }: { queued: number; followed: number; seconds: number },
): Promise<void> {
  const enough = Math.max(Math.ceil(queued * 0.15), (seconds + 20) * providers.good.perSecond)
  const slow = Math.ceil(queued * 0.1)
  const completing = Math.max(Math.min(Math.ceil(followed / 2), seconds * 10_000), seconds * 6000)
  const asked = (3 * seconds + 40) * providers.followed.perSecond * 100
  const queues = { paused: Math.max(queued - 2 * enough - slow, 1000), slow, good: enough, second: enough }
  for (const name of ['paused', 'slow', 'good', 'second'] as const)
    await fillQueued(pool, { providerId: ids[name], ...sizeOf(queues[name]) })
  await fillPolled(pool, { providerId: ids.completing, ...sizeOf(completing) })
  await runLong(pool, "update poll_queue set due_at = now() + interval '1 day'")
  await fillPolled(pool, {
    providerId: ids.followed,
    ...sizeOf(Math.max(followed - completing, asked)),
  })
  await runLong(pool, 'analyze')
}

/** Statements longer than a pool's timeout. */
export async function runLong(pool: Pool, statement: string): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(allowSeconds(FILLING_SECONDS))
    await client.query(statement)
    await client.query('commit')
  } finally {
    client.release(true)
  }
}

function sizeOf(orders: number) {
  return { orders, customers: Math.ceil(orders / ORDERS_OF_A_CUSTOMER) }
}

/** A signed-in customer who may order that provider's services. */
export async function enterCustomer(
  pool: Pool,
  providerId: number,
): Promise<{ token: string; serviceId: number }> {
  const session = randomUUID()
  const { rows } = await pool.query<{ user_id: number; service_id: number }>(
    `with customer as (
       insert into users (name, email, password_hash) values ('Waiting', gen_random_uuid() || '@example.com', 'none') returning id
     ), account as (
       insert into accounts (user_id, balance, transactions_seq) select id, $2::bigint, 1 from customer
     ), summed as (
       insert into account_sums (user_id, name, amount) select id, 'bonus', $2 from customer
     ), given as (
       insert into transactions (user_id, seq, type, from_account, to_account, amount, balance_after, description, actor_id)
       select id, 1, 'bonus', 'adjustment', 'customer', $2::bigint, $2, 'For the bench', id from customer
     ), session as (
       insert into sessions (user_id, id, ends_at) select id, $3::uuid, now() + interval '1 day' from customer
     )
     select customer.id as user_id, service_id from customer, supplies where provider_id = $1`,
    [providerId, GIVEN, session],
  )
  const [row] = rows
  if (row === undefined) throw new Error('nothing is sold of that provider')
  return { token: makeTokenSigner(makeSecrets(secretKey))(row.user_id, session), serviceId: row.service_id }
}
