import { type Kysely, sql } from 'kysely'

import { DECIDED_MAX } from '#contract/orders/order-incidents.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { needsAttention } from '#server/modules/orders/state/review-queries.ts'

/** An order's last sending: the one that it stands by. */
const lastSending = sql`lateral (
  select number, provider_id, provider_service, state, cost, error, said, started_at, finished_at, lease_until
  from order_attempts
  where order_attempts.user_id = orders.user_id and order_attempts.order_id = orders.id
  order by number desc limit 1)`

/** What is in review, through the index of what a person must look at. */
const inReview = sql`${needsAttention} and orders.dispatch = 'review'`

/** A longer pause between two sendings parts two incidents. */
const PAUSE_MINUTES = 15
const INCIDENTS_MAX = 200

export type IncidentRow = {
  provider_id: number
  name: string
  review_code: string
  error: string
  sentence: string | null
  began_at: Date
  ended_at: Date
  orders: number
  cost: string
  price: string
  order_ids: bigint[]
}

/** The latest first. Numbers that name one order among many, such as its id over there, make no incident of their own. */
export async function listIncidentRows(db: Kysely<DB>): Promise<IncidentRow[]> {
  const { rows } = await sql<IncidentRow>`
with waiting as (
  select orders.id, orders.price, orders.review_code, tried.provider_id, tried.cost, tried.said, tried.started_at,
    left(regexp_replace(coalesce(tried.error, ''), '\\d{4,}', '…', 'g'), 200) as error
  from orders cross join ${lastSending} tried
  where ${inReview}
), parted as (
  select *, case when started_at - lag(started_at) over alike <= make_interval(mins => ${PAUSE_MINUTES}) then 0
    else 1 end as begins
  from waiting window alike as (partition by provider_id, review_code, error order by started_at, id)
), numbered as (
  select *, sum(begins) over (partition by provider_id, review_code, error order by started_at, id) as incident
  from parted
)
select provider_id, providers.name, review_code, error,
  case when min(said) = max(said) and count(said) = count(*) then min(said) end as sentence,
  min(started_at) as began_at, max(started_at) as ended_at, count(*)::int as orders,
  sum(cost)::text as cost, sum(price)::text as price,
  (array_agg(numbered.id order by started_at, numbered.id))[1:${sql.lit(DECIDED_MAX)}] as order_ids
from numbered join providers on providers.id = numbered.provider_id
group by provider_id, providers.name, review_code, error, incident
order by ended_at desc, began_at desc, provider_id, review_code, error
limit ${INCIDENTS_MAX}`.execute(db)
  return rows
}

export type NamedOrder = { user_id: number; id: bigint; provider_id: number | null; cost: bigint | null }

/** The named orders, with their last sending's provider and what it should cost there. */
export async function listNamedOrders(db: Kysely<DB>, ids: readonly bigint[]): Promise<NamedOrder[]> {
  const { rows } = await sql<NamedOrder>`
select orders.user_id, orders.id, tried.provider_id, tried.cost
from orders left join ${lastSending} tried on true
where orders.id = any(${ids}::bigint[])`.execute(db)
  return rows
}

/** A sending that no order over there is known to have come of. */
export type OpenSending = {
  id: bigint
  /** Its order waits for a person to say what came of it. */
  is_in_review: boolean
  link: string
  quantity: number
  provider_service: string
  started_at: Date
  /** When its answer, or the end of its lease, was there. */
  over_at: Date
}

/** Those at a provider, of the named services and quantities, whatever was decided of their orders since. */
export async function listOpenSendings(
  db: Kysely<DB>,
  {
    providerId,
    services,
    quantities,
    limit,
  }: { providerId: number; services: readonly string[]; quantities: readonly number[]; limit: number },
): Promise<OpenSending[]> {
  const { rows } = await sql<OpenSending>`
with wanted as (
  select distinct * from unnest(${services}::text[], ${quantities}::int[]) as wanted (provider_service, quantity)
), tried as (
  select * from order_attempts where provider_id = ${providerId} and state = 'unknown' and provider_order is null
  union all
  select * from order_attempts where provider_id = ${providerId} and state = 'sending'
)
select orders.id, orders.link, orders.quantity, provider_service, tried.started_at,
  coalesce(tried.finished_at, tried.lease_until) as over_at,
  orders.dispatch = 'review' and not exists (
    select from order_attempts later where later.user_id = tried.user_id and later.order_id = tried.order_id
      and later.number > tried.number) as is_in_review
from tried join orders on orders.user_id = tried.user_id and orders.id = tried.order_id
join wanted using (provider_service, quantity)
where orders.link <> ''
limit ${limit}`.execute(db)
  return rows
}

export async function isProvider(db: Kysely<DB>, id: number): Promise<boolean> {
  const row = await db.selectFrom('providers').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}
