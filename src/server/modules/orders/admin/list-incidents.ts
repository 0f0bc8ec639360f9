import { type Kysely, sql } from 'kysely'

import { money } from '#contract/base/money.ts'
import { DECIDED_MAX, type Incident } from '#contract/orders/order-incidents.ts'
import { isOrderReviewCode } from '#contract/orders/order-review.ts'
import type { Context } from '#server/context.ts'
import { readStoredFault } from '#server/lib/queue/stored-fault.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { toTeachable } from '#server/modules/orders/sentences/teach-sentence.ts'
import { needsAttention } from '#server/modules/orders/state/review-queries.ts'

/** Orders in review grouped by provider, time and reason: what an outage left unknown, to be decided together. */
export async function listIncidents({ db }: Context): Promise<Incident[]> {
  return (await listIncidentRows(db)).flatMap(toIncident)
}

/** Empty for a review code that only a newer version knows, while both run during an upgrade. */
function toIncident({ provider_id, name, review_code: code, fault, ...row }: IncidentRow): Incident[] {
  if (!isOrderReviewCode(code)) return []
  return [
    {
      ...row,
      provider: { id: provider_id, name },
      review_code: code,
      reason: readStoredFault(fault),
      sentence: toTeachable(row.sentence),
      cost: money(BigInt(row.cost)),
      price: money(BigInt(row.price)),
      order_ids: row.order_ids.map(Number),
    },
  ]
}

/** SQL: an order's last attempt. */
export const lastAttempt = sql`lateral (
  select number, provider_id, provider_service, state, cost, fault, refusal_text, started_at, finished_at, lease_until
  from order_attempts
  where order_attempts.user_id = orders.user_id and order_attempts.order_id = orders.id
  order by number desc limit 1)`

/** Orders in review, read through the index `orders_attention`. */
const inReview = sql`${needsAttention} and orders.dispatch = 'review'`

/** A longer pause between two attempts separates two incidents. */
const PAUSE_MINUTES = 15
const INCIDENTS_MAX = 200

type IncidentRow = {
  provider_id: number
  name: string
  review_code: string
  fault: unknown
  sentence: string | null
  began_at: Date
  ended_at: Date
  orders: number
  cost: string
  price: string
  order_ids: bigint[]
}

/** Latest first. Long numbers in a provider's words, such as order ids at the provider, don't make separate incidents. */
async function listIncidentRows(db: Kysely<DB>): Promise<IncidentRow[]> {
  const { rows } = await sql<IncidentRow>`
with waiting as (
  select orders.id, orders.price, orders.review_code, attempt.provider_id, attempt.cost, attempt.refusal_text, attempt.started_at,
    attempt.fault, concat_ws(' ', attempt.fault ->> 'code', attempt.fault #>> '{details,http_status}',
      left(regexp_replace(attempt.fault #>> '{details,error}', '\\d{4,}', '…', 'g'), 200)) as why
  from orders cross join ${lastAttempt} attempt
  where ${inReview}
), parted as (
  select *, case when started_at - lag(started_at) over alike <= make_interval(mins => ${PAUSE_MINUTES}) then 0
    else 1 end as begins
  from waiting window alike as (partition by provider_id, review_code, why order by started_at, id)
), numbered as (
  select *, sum(begins) over (partition by provider_id, review_code, why order by started_at, id) as incident
  from parted
)
select provider_id, providers.name, review_code, (array_agg(fault order by started_at, numbered.id))[1] as fault,
  case when min(refusal_text) = max(refusal_text) and count(refusal_text) = count(*) then min(refusal_text) end as sentence,
  min(started_at) as began_at, max(started_at) as ended_at, count(*)::int as orders,
  sum(cost)::text as cost, sum(price)::text as price,
  (array_agg(numbered.id order by started_at, numbered.id))[1:${sql.lit(DECIDED_MAX)}] as order_ids
from numbered join providers on providers.id = numbered.provider_id
group by provider_id, providers.name, review_code, why, incident
order by ended_at desc, began_at desc, provider_id, review_code, why
limit ${INCIDENTS_MAX}`.execute(db)
  return rows
}
