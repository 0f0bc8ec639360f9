import type { Pool, PoolClient } from 'pg'

import { allowSeconds } from '#server/lib/postgres/statement-limits.ts'

const SHOP = { users: 50_000, orders: 150_000 }

/**
 * A shop that has been open for years, as admin lists see it: rare rows are one in hundreds, and waiting rows are among
 * the oldest, which a scan finds last. Takes about three seconds.
 */
export async function fillShop(pool: Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(allowSeconds(300))
    await client.query(`set local maintenance_work_mem = '128MB'`)
    // The rows' references are correct: checking a million of them would take most of the time.
    await client.query('set local session_replication_role = replica')
    await withoutIndexes(client, 'users', () => client.query(users))
    await client.query(things)
    await withoutIndexes(client, 'orders', () => client.query(orders))
    await withoutIndexes(client, 'transactions', () => client.query(lines))
    for (const statement of [keyedOrders, providersIds, waiting, deposits, tickets, events, keys, emails])
      await client.query(statement)
    // Here rather than by autovacuum, which may come late on a busy machine.
    await client.query('analyze')
    await client.query('commit')
  } finally {
    client.release()
  }
}

/** Builds indexes after the rows, in a fraction of the time; the primary key stays. */
async function withoutIndexes(client: PoolClient, table: string, fill: () => Promise<unknown>) {
  const { rows } = await client.query<{ drop: string; make: string }>(
    `select case when held.oid is null then format('drop index %s', indexrelid::regclass)
         else format('alter table %s drop constraint %s', indrelid::regclass, conname) end as drop,
       case when held.oid is null then pg_get_indexdef(indexrelid)
         else format('alter table %s add constraint %s %s', indrelid::regclass, conname, pg_get_constraintdef(held.oid)) end as make
     from pg_index left join pg_constraint held on conindid = indexrelid and contype = 'u'
     where indrelid = $1::regclass and not indisprimary`,
    [table],
  )
  for (const { drop } of rows) await client.query(drop)
  await fill()
  for (const { make } of rows) await client.query(make)
}

const users = `
with made as (
  insert into users (name, email, password_hash, status)
  select case when n % 1000 = 0 then 'Seldom ' else 'Common ' end || left(md5(n::text), 12),
    left(md5((n + 1)::text), 10) || '@example.com', 'none', case when n % 500 = 0 then 'blocked' else 'active' end
  from generate_series(1, ${SHOP.users}) n returning id, status
), opened as (
  insert into accounts (user_id, balance, transactions_seq, can_spend)
  select id, 1, 1, status = 'active' from made
)
insert into account_sums (user_id, name, amount) select id, 'bonus', 1 from made`

const things = `
with provider as (
  insert into providers (slug, name, api_url) select 'p' || n, 'Provider ' || n, 'https://example.com/' || n
  from generate_series(1, 3) n returning id
), category as (
  insert into categories (name, platform) values ('Followers', 'Instagram') returning id
)
insert into services (category_id, platform, name, name_original, rate, min, max)
select id, 'Instagram', 'Followers', 'Followers', 10000, 1, 100000 from category`

/** One customer's API key, which placed two of three orders. */
export const shopKey = '00000000-0000-4000-8000-000000000400'
const keyedOrders = `
with named as (insert into api_key_names (user_id, id, name) values (400, '${shopKey}', 'Shop'))
update orders set key_id = '${shopKey}' where user_id = 400 and seq < 3`

/** Three per customer. The first 2,510 aren't completed. */
const orders = `
insert into orders (user_id, seq, service_id, service_name, service_type, link, quantity, rate, price, remains,
  refill, cancel, status, dispatch, provider_id, provider_order, review_code, review_details)
select own.first + n % ${SHOP.users}, 1 + n / ${SHOP.users}, service.id, 'Followers', 'Default', 'https://example.com/' || md5(n::text), 1000, 10000, 10000,
  0, false, false, state.status, state.dispatch, provider.id,
  case when state.dispatch = 'accepted' then 'f' || n end, state.review_code, case when state.review_code is not null then '{"error":"Timed out"}'::jsonb end
from generate_series(0, ${SHOP.orders - 1}) n
cross join (select min(id) as first from users) own
cross join (select min(id) as id from services) service cross join (select min(id) as id from providers) provider
cross join lateral (select
  case when n < 900 or n % 50000 = 5 then 'PENDING' when n < 2000 then 'PROCESSING' when n < 2200 then 'PARTIAL'
    when n < 2300 then 'REFILL' when n < 2500 then 'CANCELED' when n < 2510 then 'FAILED' when n % 50 = 0 then 'REFUNDED'
    else 'COMPLETED' end as status,
  case when n < 300 then 'queued' when n < 400 then 'unknown' when n < 600 then 'review' when n between 2300 and 2499 then 'rejected'
    else 'accepted' end as dispatch,
  case when n between 400 and 599 then 'sending_unknown' when n < 700 then 'not_sent' end as review_code) state`

const providersIds = `
insert into provider_orders (provider_id, provider_order, user_id, order_id)
select provider_id, provider_order, user_id, id from orders where provider_order is not null and id % 10 = 0`

const waiting = `
insert into dispatch_queue (user_id, order_id, provider_id, supply_id, token, lease_until)
select user_id, id, null, null, case when dispatch <> 'queued' then gen_random_uuid() end,
  case when dispatch = 'unknown' then now() end
from orders where dispatch in ('queued', 'unknown', 'review') and status = 'PENDING' order by id`

const lines = `
insert into transactions (user_id, seq, type, from_account, to_account, amount, balance_after, actor_id, order_id)
select user_id, seq, case when seq = 1 then 'bonus' else 'order' end, case when seq = 1 then 'adjustment' else 'customer' end,
  case when seq = 1 then 'customer' else 'revenue' end, 10000, 10000, case when seq = 1 then user_id end,
  case when seq > 1 then id end
from orders where seq <= 2 and (seq = 2 or user_id % 2 = 0) order by id`

/** Most are in the ledger, and must not be scanned to find the others. */
const deposits = `
insert into deposits (user_id, reference, gateway, payment_method, amount, status, completed_at, due_at, review_code, review_details)
select user_id, 'reference-' || user_id, 'cryptomus', 'cryptomus', 1,
  case when user_id % 10 = 0 then 'canceled' when user_id < 200 then 'review' when user_id < 400 then 'pending' else 'completed' end,
  case when user_id % 10 = 0 or user_id < 400 then null else now() end,
  case when user_id % 10 <> 0 and user_id between 200 and 399 then now() end,
  case when user_id between 400 and 500 and user_id % 10 <> 0 then 'never_finished' end,
  case when user_id between 400 and 500 and user_id % 10 <> 0 then '{}'::jsonb end
from accounts where user_id % 2 = 0`

const tickets = `
insert into tickets (user_id, subject, category, status, last_sender, closed_at)
select user_id, 'Subject', 'Other', case when user_id < 1000 then 'open' else 'closed' end,
  case when user_id < 500 then 'user' else 'admin' end, case when user_id < 1000 then null else now() end
from accounts where user_id % 4 = 0`

const events = `
insert into gateway_events (gateway, reference, body, due_at, processed_at)
select 'cryptomus', reference, '{}', null, now() from deposits`

const keys = `
with access as (insert into api_access (user_id) select user_id from accounts where user_id % 4 = 0)
insert into api_keys (user_id, id, hash, prefix, created_at)
select user_id, gen_random_uuid(), sha256(user_id::text::bytea), 'abcd', now() - user_id * interval '1 second' from accounts where user_id % 4 = 0`

/** The mail server was down for long: failed emails lie between sent ones. */
const emails = `
insert into emails (user_id, event, receiver, kind, due_at, sent_at, failed_at, fault)
select own.first + n % ${SHOP.users}, 'order_updates:' || n, 'one@example.com', 'order_updates', null,
  case when n % 2 = 0 then now() end, case when n % 2 = 1 then now() - n * interval '1 second' end,
  case when n % 2 = 1 then '{"code":"connection_refused","details":{}}'::jsonb end
from generate_series(1, 20000) n cross join (select min(id) as first from users) own`
