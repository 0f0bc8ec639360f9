import type { Pool } from 'pg'

/** The caller: the customer with the most orders among those with an API key, one with a few, the shop's owner, or nobody. */
export type Caller = 'big' | 'small' | 'staff' | 'anyone'

/** The values of a call's placeholders. Each use of a list takes the next one, since the call changes it. */
export type Facts = Readonly<Record<string, string | readonly string[]>>

export type CallersFacts = { userId: number | undefined; facts: Facts }

const OF_A_LIST = 40

/** The callers in a database, with their ids; the owner's calls are about the big customer. */
export async function findCallers(pool: Pool): Promise<Record<Caller, CallersFacts>> {
  const { rows } = await pool.query<{ big: number; small: number; staff: number }>(
    `select (select user_id from accounts where exists (select from api_keys where api_keys.user_id = accounts.user_id)
         order by orders_seq desc, user_id limit 1) as big,
       (select user_id from accounts where orders_seq > 0 and can_spend order by abs(orders_seq - 20), user_id limit 1) as small,
       (select id from users where role = 'admin' and permissions is null and deleted_at is null order by id limit 1) as staff`,
  )
  const { big = 0, small = 0, staff = 0 } = rows[0] ?? {}
  const shop = await readFacts(pool, ofShop)
  const ofBig = { ...shop, ...(await readFacts(pool, ofCustomer, big)) }
  return {
    big: { userId: big, facts: ofBig },
    small: { userId: small, facts: { ...shop, ...(await readFacts(pool, ofCustomer, small)) } },
    staff: { userId: staff, facts: { ...ofBig, small: String(small) } },
    anyone: { userId: undefined, facts: shop },
  }
}

async function readFacts(
  pool: Pool,
  queries: Readonly<Record<string, string>>,
  userId?: number,
): Promise<Facts> {
  const facts: Record<string, string | readonly string[]> = {}
  for (const [name, sql] of Object.entries(queries)) {
    const { rows } = await pool.query<{ fact: string }>(
      sql.replaceAll(/:list\b/g, `limit ${OF_A_LIST}`),
      sql.includes('$1') ? [userId] : [],
    )
    const found = rows.map(({ fact }) => String(fact))
    facts[name] = sql.includes(':list') ? found : (found[0] ?? '')
  }
  return facts
}

const order = (which: string) => `select id as fact from orders where user_id = $1 ${which} limit 1`

const ofCustomer = {
  customer: 'select $1::int as fact',
  email: 'select email as fact from users where id = $1',
  username: 'select username as fact from users where id = $1',
  order: order('order by id desc'),
  oldOrder: order('order by id'),
  completed: order(`and status = 'COMPLETED' order by id desc`),
  inReview: `select user_id, id as fact from orders where dispatch = 'review' and status = 'PENDING' order by id desc limit 1`,
  link: 'select link as fact from orders where user_id = $1 order by id desc limit 1',
  oldLink: 'select link as fact from orders where user_id = $1 order by id limit 1',
  providerOrder: `select provider_order as fact from orders where user_id = $1 and provider_order is not null order by id limit 1`,
  orders: `select string_agg(id::text, ',') as fact from (
    select id from orders where user_id = $1 and seq % 7 = 0 order by seq desc limit 100) asked`,
  middle: `select id as fact from orders where user_id = $1 and seq = (select max(seq) / 2 from orders where user_id = $1)`,
  delivered: `select id as fact from orders where user_id = $1 and status = 'COMPLETED' and refunded = 0 order by id desc :list`,
  apiKey: `select 'tr_' || user_id || '_' || repeat('b', 43) as fact from api_keys where user_id = $1 limit 1`,
  transaction: 'select id as fact from transactions where user_id = $1 order by id limit 1',
  deposit: 'select id as fact from deposits where user_id = $1 order by id desc limit 1',
  reference: `select reference as fact from deposits where user_id = $1 and gateway not like 'manual%' order by id desc limit 1`,
  reviewed: `select id as fact from deposits where status = 'review' order by id desc :list`,
  ticket: 'select id as fact from tickets where user_id = $1 order by id desc limit 1',
  notification: 'select id as fact from notifications where user_id = $1 order by id desc limit 1',
  key: 'select id as fact from api_keys where user_id = $1 order by created_at limit 1',
  monthAgo: `select (max(created_at) - interval '31 days')::date as fact from orders where user_id = $1`,
}

const ofShop = {
  legal: `select 'terms' as fact`,
  service: 'select id as fact from services where deleted_at is null and is_active order by id limit 1',
  rareService: 'select id as fact from services order by id desc limit 1',
  /** The cheapest: a run places dozens. */
  sold: `select id as fact from services where type = 'Default' and is_active and deleted_at is null and by_hand order by rate, id limit 1`,
  category: 'select id as fact from categories order by id limit 1',
  provider: 'select provider_id as fact from supplies order by id limit 1',
  gateway: 'select gateway as fact from deposits order by id desc limit 1',
  gatewayEvent: 'select id as fact from gateway_events order by id desc limit 1',
  import: 'select id as fact from imports order by created_at desc limit 1',
  announcement: 'select id as fact from announcements order by id limit 1',
  contact: 'select id as fact from contact_messages order by id limit 1',
  action: 'select number as fact from audit_log order by number limit 1',
  middleOrder: 'select (max(id) + min(id)) / 2 as fact from orders',
  middleDeposit: 'select (max(id) + min(id)) / 2 as fact from deposits',
  middleUser: 'select max(id) / 2 as fact from users',
  deletable: `select user_id || '?expected_balance=' || (balance / 1e8)::numeric(20, 8) as fact from accounts
    where orders_seq between 1 and 50 and owed = 0 and pending + processing + refill = 0 order by user_id desc :list`,
  halfYearAgo: `select (now() - interval '180 days')::date as fact`,
  monthBefore: `select (now() - interval '31 days')::date as fact`,
  yesterday: `select (now() - interval '1 day')::date as fact`,
  today: 'select now()::date as fact',
}
