import { type Kysely, sql } from 'kysely'

import type { DB } from '#server/database/tables.ts'
import { nextSupplyOfOrder, takesOrders } from '#server/orders/state/queue-queries.ts'
import { replaceOpenReview } from '#server/orders/state/review-queries.ts'

/** A place in the queue from which nothing is sent. */
export type Stranded = { user_id: number; order_id: bigint }

/**
 * Those that wait for no provider, for one that is switched off, or for one that takes none now while another could take
 * them. Of a paused provider without another this looks at its supplies, not at its orders.
 */
export async function listStranded(db: Kysely<DB>, limit: number): Promise<Stranded[]> {
  const { rows } = await sql<Stranded>`
with closed as materialized (
  select id, is_enabled from providers where not ${sql.raw(takesOrders)}
), leaving as materialized (
  select here.provider_id, array_agg(here.id) as supply_ids
  from closed join supplies here on here.provider_id = closed.id
  where not closed.is_enabled or exists (
    select from supplies other join providers on providers.id = other.provider_id
    where other.service_id = here.service_id and other.is_active and other.provider_id <> here.provider_id
      and ${sql.raw(takesOrders)})
  group by here.provider_id
)
(select user_id, order_id from dispatch_queue
  where provider_id is null and token is null and due_at <= now() order by due_at limit ${limit})
union all
(select place.user_id, place.order_id from leaving join dispatch_queue place on place.provider_id = leaving.provider_id
  where place.token is null and place.due_at <= now() and place.supply_id = any(leaving.supply_ids)
  limit ${limit})
limit ${limit}`.execute(db)
  return rows
}

/**
 * Each goes to the supply that is first for it now. Where there is none it waits without a provider, which staff see,
 * and is looked at again in `seconds`. Answers to which providers some went.
 */
export async function moveOn(
  db: Kysely<DB>,
  stranded: readonly Stranded[],
  seconds: number,
): Promise<number[]> {
  const { review_code, review_details } = replaceOpenReview({ code: 'no_provider', details: {} })
  const { rows } = await sql<{ provider_id: number }>`
with stranded as (
  select * from unnest(${stranded.map(({ user_id }) => user_id)}::int[],
    ${stranded.map(({ order_id }) => order_id)}::bigint[]) as stranded (user_id, order_id)
), chosen as materialized (
  select stranded.*, next.supply_id, next.provider_id
  from stranded join orders on orders.user_id = stranded.user_id and orders.id = stranded.order_id
  left join lateral (${sql.raw(nextSupplyOfOrder)}) next on true
), moved as (
  update dispatch_queue place
  set supply_id = chosen.supply_id, provider_id = chosen.provider_id,
    -- Where it goes, what is older than the oldest there is looked for once a minute only.
    due_at = case when chosen.supply_id is null then now() + make_interval(secs => ${seconds}) else now() end
  from chosen
  where place.user_id = chosen.user_id and place.order_id = chosen.order_id and place.token is null
    and (place.supply_id is distinct from chosen.supply_id or chosen.supply_id is null)
  returning place.user_id, place.order_id, place.provider_id
), flagged as (
  update orders set review_code = ${review_code}, review_details = ${review_details}
  from moved
  where orders.user_id = moved.user_id and orders.id = moved.order_id and moved.provider_id is null
    and orders.review_code is distinct from 'no_provider'
)
select distinct provider_id from moved where provider_id is not null`.execute(db)
  return rows.map(({ provider_id }) => provider_id)
}

/** The lowest id of an order from there on. */
export async function findNextIdFrom(db: Kysely<DB>, from: bigint): Promise<bigint | undefined> {
  const row = await db
    .selectFrom('orders')
    .select('id')
    .where('id', '>=', from)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

/** Answers how many had no place. They wait for no provider, as what comes next finds out for each. */
export async function queueForgottenRows(
  db: Kysely<DB>,
  { from, to }: { from: bigint; to: bigint },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
insert into dispatch_queue (user_id, order_id, tries)
select orders.user_id, orders.id, coalesce(max(number), 0)
from orders left join order_attempts tried on tried.user_id = orders.user_id and tried.order_id = orders.id
where orders.id >= ${from} and orders.id < ${to} and orders.status = 'PENDING' and orders.dispatch = 'queued'
  and not exists (select from dispatch_queue place where place.user_id = orders.user_id and place.order_id = orders.id)
group by orders.user_id, orders.id
having bool_and(coalesce(tried.state not in ('sending', 'unknown', 'accepted'), true))
on conflict do nothing`.execute(db)
  return Number(numAffectedRows)
}
