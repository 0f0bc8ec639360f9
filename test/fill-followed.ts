import type { Pool } from 'pg'

const PRICE = 1_200_000n
const GIVEN = 99_999_999_999n

/**
 * Orders that a provider works on, of customers made for them, as placing and sending would have left them: every
 * invariant holds. All are due now, and a day old, so that half an hour passes until they are again. Answers the
 * customers' ids.
 */
export async function fillFollowed(
  pool: Pool,
  {
    providerId,
    orders,
    customers,
    status = 'PROCESSING',
  }: { providerId: number; orders: number; customers: number; status?: 'PENDING' | 'PROCESSING' },
): Promise<number[]> {
  const each = Math.ceil(orders / customers)
  const client = await pool.connect()
  try {
    await client.query('begin; set local statement_timeout = 0')
    const { rows: users } = await client.query<{ id: number }>(
      `insert into users (name, email, password_hash)
       select 'Followed ' || n, 'followed-' || n || '-' || gen_random_uuid() || '@example.com', 'none'
       from generate_series(1, $1::int) n returning id`,
      [customers],
    )
    const ids = users.map(({ id }) => id)
    const { rows: supplies } = await client.query<{ id: number; service_id: number }>(
      `with category as (
         insert into categories (name, platform) values ('Followed ' || gen_random_uuid(), 'Instagram') returning id
       ), service as (
         insert into services (category_id, platform, name, name_original, rate, min, max)
         select id, 'Instagram', 'Followed', 'Followed', 1200000, 1, 100000 from category returning id
       )
       insert into supplies (service_id, provider_id, provider_service, cost_rate)
       select id, $1::int, 'f' || id, 900000 from service returning id, service_id`,
      [providerId],
    )
    const [supply] = supplies
    await client.query(
      `insert into accounts (user_id, balance, bonuses_total, orders_total, transactions_seq, orders_seq, ${status.toLowerCase()})
       select id, $2::bigint - $3::bigint * $4::int, $2, -$3::bigint * $4::int, 1 + $4::int, $4, $4 from unnest($1::int[]) id`,
      [ids, GIVEN, PRICE, each],
    )
    await client.query(
      `insert into transactions (user_id, seq, type, from_account, to_account, amount, balance_after, description, actor_id)
       select id, 1, 'bonus', 'adjustment', 'customer', $2::bigint, $2, 'For the followed', id from unnest($1::int[]) id`,
      [ids, GIVEN],
    )
    await client.query(
      `with placed as (
         insert into orders (user_id, seq, service_id, service_name, service_type, link, quantity, rate, price, remains,
           refill, cancel, status, dispatch, provider_id, provider_order)
         select user_id, seq, $2::int, 'Followed', 'Default', 'https://example.com/' || seq, 1000, $4::bigint, $4, 1000,
           false, false, $5, 'accepted', $3::int, user_id || 'n' || seq
         from unnest($1::int[]) user_id, generate_series(1, $6::int) seq
         returning user_id, id, seq, price, provider_order
       ), charged as (
         insert into transactions (user_id, seq, type, from_account, to_account, amount, balance_after, description, order_id)
         select user_id, seq + 1, 'order', 'customer', 'revenue', price, $7::bigint - price * seq, 'Order ' || id, id
         from placed
       ), tried as (
         insert into order_attempts (user_id, order_id, number, token, state, supply_id, provider_id, provider_service,
           cost, provider_order, lease_until, finished_at)
         select user_id, id, 1, gen_random_uuid(), 'accepted', $8::int, $3, 'f', 900000, provider_order, now(), now()
         from placed
       ), claimed as (
         insert into provider_orders (provider_id, provider_order, user_id, order_id)
         select $3, provider_order, user_id, id from placed
       )
       insert into check_queue (user_id, order_id, kind, provider_id, provider_ref, due_at, since)
       select user_id, id, 'order', $3, provider_order, now(), now() - interval '1 day' from placed`,
      [ids, supply?.service_id, providerId, PRICE, status, each, GIVEN, supply?.id],
    )
    await client.query('commit')
    return ids
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}
