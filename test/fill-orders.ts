import type { Pool, PoolClient } from 'pg'

import { allowSeconds } from '#server/lib/postgres/statement-limits.ts'

/** A million takes some minutes. */
export const FILLING_SECONDS = 1200
const PRICE = 1_200_000n
const GIVEN = 99_999_999_999n

type Filling = { providerId: number; orders: number; customers: number }

/**
 * Orders in progress at a provider, of new customers, as placing and sending would have left them: every invariant
 * holds. All are due now, and a day old, so that they are due again in half an hour. Returns the customers' ids.
 */
export async function fillPolled(
  pool: Pool,
  { status = 'PROCESSING', ...filling }: Filling & { status?: 'PENDING' | 'PROCESSING' },
): Promise<number[]> {
  return fill(pool, { ...filling, status, dispatch: 'accepted' }, async (client, { ids, supplyId }) => {
    await client.query(
      `with tried as (
         insert into order_attempts (user_id, order_id, number, token, state, supply_id, provider_id, provider_service,
           cost, provider_order, lease_until, finished_at)
         select user_id, id, 1, gen_random_uuid(), 'accepted', $2::int, $3, 'f', 900000, provider_order, now(), now()
         from orders where user_id = any($1)
       ), claimed as (
         insert into provider_orders (provider_id, provider_order, user_id, order_id)
         select $3, provider_order, user_id, id from orders where user_id = any($1)
       )
       insert into poll_queue (user_id, order_id, kind, provider_id, provider_ref, due_at, since)
       select user_id, id, 'order', $3::int, provider_order, now(), now() - interval '1 day'
       from orders where user_id = any($1)`,
      [ids, supplyId, filling.providerId],
    )
  })
}

/** Orders queued for a provider, each with its own link. */
export async function fillQueued(pool: Pool, filling: Filling): Promise<number[]> {
  return fill(
    pool,
    { ...filling, status: 'PENDING', dispatch: 'queued' },
    async (client, { ids, supplyId }) => {
      await client.query(
        `insert into dispatch_queue (user_id, order_id, provider_id, supply_id)
         select user_id, id, $3::int, $2::int from orders where user_id = any($1) order by id`,
        [ids, supplyId, filling.providerId],
      )
    },
  )
}

async function fill(
  pool: Pool,
  own: Filling & { status: 'PENDING' | 'PROCESSING'; dispatch: 'queued' | 'accepted' },
  fillQueue: (client: PoolClient, made: { ids: number[]; supplyId: number | undefined }) => Promise<void>,
): Promise<number[]> {
  // In a separate tx from the orders, since clusters refuse both in one: the catalogue is on every node.
  const supply = await insertSupply(pool, own.providerId)
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(allowSeconds(FILLING_SECONDS))
    const ids = await insertCustomers(client, own.customers)
    await insertOrders(client, { ...own, ids, serviceId: supply?.service_id })
    await fillQueue(client, { ids, supplyId: supply?.id })
    await client.query('commit')
    return ids
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

async function insertCustomers(client: PoolClient, customers: number): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(
    `insert into users (name, email, password_hash)
     select 'Filled ' || n, 'filled-' || n || '-' || gen_random_uuid() || '@example.com', 'none'
     from generate_series(1, $1::int) n returning id`,
    [customers],
  )
  return rows.map(({ id }) => id)
}

async function insertSupply(pool: Pool, providerId: number) {
  const { rows } = await pool.query<{ id: number; service_id: number }>(
    `with category as (
       insert into categories (name, platform) values ('Filled ' || gen_random_uuid(), 'Instagram') returning id
     ), service as (
       insert into services (category_id, platform, name, name_original, rate, min, max)
       select id, 'Instagram', 'Filled', 'Filled', 1200000, 1, 100000 from category returning id
     )
     insert into supplies (service_id, provider_id, provider_service, cost_rate)
     select id, $1::int, 'f' || id, 900000 from service returning id, service_id`,
    [providerId],
  )
  return rows[0]
}

async function insertOrders(
  client: PoolClient,
  {
    ids,
    serviceId,
    providerId,
    orders,
    customers,
    status,
    dispatch,
  }: Filling & { ids: number[]; serviceId: number | undefined; status: string; dispatch: string },
): Promise<void> {
  const each = Math.ceil(orders / customers)
  await client.query(
    `with opened as (
       insert into accounts (user_id, balance, orders_total, transactions_seq, orders_seq, ${status.toLowerCase()})
       select id, $2::bigint - $3::bigint * $4::int, -$3::bigint * $4::int, 1 + $4::int, $4, $4 from unnest($1::int[]) id)
     insert into account_sums (user_id, name, amount) select id, 'bonus', $2 from unnest($1::int[]) id`,
    [ids, GIVEN, PRICE, each],
  )
  await client.query(
    `insert into transactions (user_id, seq, type, from_account, to_account, amount, balance_after, description, actor_id)
     select id, 1, 'bonus', 'adjustment', 'customer', $2::bigint, $2, 'For what is filled in', id from unnest($1::int[]) id`,
    [ids, GIVEN],
  )
  await client.query(
    `with placed as (
       insert into orders (user_id, seq, service_id, service_name, service_type, link, quantity, rate, price, remains,
         refill, cancel, status, dispatch, provider_id, provider_order)
       select user_id, seq, $2::int, 'Filled', 'Default', 'https://example.com/' || user_id || '/' || seq, 1000,
         $4::bigint, $4, 1000, false, false, $5, $8::text,
         case when $8::text = 'accepted' then $3::int end, case when $8::text = 'accepted' then user_id || 'n' || seq end
       from unnest($1::int[]) user_id, generate_series(1, $6::int) seq
       returning user_id, id, seq, price
     )
     insert into transactions (user_id, seq, type, from_account, to_account, amount, balance_after, description, order_id)
     select user_id, seq + 1, 'order', 'customer', 'revenue', price, $7::bigint - price * seq, 'Order ' || id, id
     from placed`,
    [ids, serviceId, providerId, PRICE, status, each, GIVEN, dispatch],
  )
}
