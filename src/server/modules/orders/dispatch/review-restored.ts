import { type Kysely, type RawBuilder, sql } from 'kysely'

import type { OrderReview } from '#contract/orders/order-review.ts'
import { clusterOf } from '#server/lib/postgres/on-cluster.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { toStoredFault } from '#server/lib/queue/stored-fault.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import { UNKNOWN_SECONDS as REFILL_UNKNOWN_SECONDS } from '#server/modules/orders/refills/request-refill.ts'
import { replaceOpenReview, toReviewColumns } from '#server/modules/orders/state/review-queries.ts'

import { costOfOrder } from './hold-back.ts'

const restored: OrderReview = { code: 'restored', details: {} }
/** The fault of the attempt that represents what happened after the archive was written. */
const fault = { code: 'restored', details: {} } as const
const stored = toStoredFault(fault)

/** What was queued, being sent or awaited when the archive was written. */
export async function countRestoredOrders(
  db: Kysely<DB>,
  { takenAt }: { takenAt: Date },
): Promise<{ orders: number; cancels: number; refills: number }> {
  const { rows } = await sql<{ orders: number; cancels: number; refills: number }>`
select (select count(*)::int from dispatch_queue entry where token is not null or exists (
    select from orders join supplies on supplies.service_id = orders.service_id or supplies.id = entry.supply_id
    where orders.user_id = entry.user_id and orders.id = entry.order_id)) as orders,
  (select count(*)::int from poll_queue polled join orders on ${isCanceling(takenAt)}) as cancels,
  (select count(*)::int from refills where state = 'asking') as refills`.execute(db)
  return rows[0] ?? { orders: 0, cancels: 0, refills: 0 }
}

/** A queue position in primary key order: any other order would read the whole queue for each part. */
export type QueuePosition = { userId: number; orderId: bigint }
/** The number of orders, and the last of them: the next call continues after it. */
export type ReviewedOrders = { count: number; upTo: QueuePosition | null }

/**
 * Sends up to `limit` queued orders after `after` to review: each may have been sent, resolved or canceled since
 * `takenAt`. One that was not being sent gets an attempt with an unknown outcome at the supply it was queued for, so
 * that evidence is gathered for staff as after a lost reply (`resolveUnknown`), and only their decision sends it.
 * Orders delivered by hand stay unchanged: no provider can have them. For orders in review, evidence is gathered again.
 */
export async function reviewRestoredOrders(
  tx: Tx,
  { takenAt, after, limit }: { takenAt: Date; after: QueuePosition; limit: number },
): Promise<ReviewedOrders> {
  const next = sql`(user_id, order_id) > (${after.userId}, ${after.orderId}) order by user_id, order_id limit ${limit}`
  const cluster = clusterOf(tx)
  if (cluster === undefined) return reviewPart(tx, { takenAt, which: next, users: undefined })
  // The keys are read from every shard, and then each shard's orders are reviewed separately.
  const { rows: keys } = await sql<{ user_id: number; order_id: bigint }>`
    select user_id, order_id from dispatch_queue where ${next}`.execute(tx)
  let count = 0
  for (const group of cluster.byShard(keys, ({ user_id }) => user_id)) {
    const users = [...new Set(group.map(({ user_id }) => user_id))]
    const orders = group.map(({ order_id }) => order_id)
    const which = sql`user_id = any(${users}::int[]) and order_id = any(${orders}::bigint[])`
    count += (await reviewPart(tx, { takenAt, which, users })).count
  }
  const last = keys.at(-1)
  return { count, upTo: last === undefined ? null : { userId: last.user_id, orderId: last.order_id } }
}

type Part = { takenAt: Date; which: RawBuilder<unknown>; users: number[] | undefined }
type Undone = { incident_id: number; orders: number; price: string; cost: string }
type Reviewed = { count: number; user_id: number | null; order_id: bigint | null; undone: Undone[] | null }

/** `users`: on a cluster the customers of these orders, all of one shard; every table is asked for them. */
async function reviewPart(tx: Tx, { takenAt, which, users }: Part): Promise<ReviewedOrders> {
  const { review_code, review_details } = replaceOpenReview(restored)
  const own = (table: string) =>
    users === undefined ? sql`` : sql`and ${sql.ref(`${table}.user_id`)} = any(${users}::int[])`
  const { rows } = await sql<Reviewed>`
with entry as materialized (
  -- By themselves, so that the key's order is used: joined first, the whole queue may be sorted.
  select user_id, order_id, token, tries, supply_id, incident_id from dispatch_queue where ${which}
), part as materialized (
  select entry.*, orders.dispatch, orders.price from entry
  join orders on orders.user_id = entry.user_id and orders.id = entry.order_id ${own('orders')}
), unsent as materialized (
  select part.user_id, part.order_id, part.tries + 1 as number, gen_random_uuid() as token, supply.*
  from part cross join lateral (
    select supplies.id as supply, supplies.provider_id, provider_service, ${sql.raw(costOfOrder)} as cost
    from orders join supplies on supplies.service_id = orders.service_id or supplies.id = part.supply_id
    where orders.user_id = part.user_id and orders.id = part.order_id ${own('orders')}
    order by supplies.id is distinct from part.supply_id, is_active desc, priority, supplies.id limit 1) supply
  where part.token is null
), begun as (
  insert into order_attempts (user_id, order_id, number, token, state, supply_id, provider_id, provider_service, cost, fault,
    started_at, finished_at, lease_until)
  select user_id, order_id, number, token, 'unknown', supply, provider_id, provider_service, cost, ${stored}::jsonb, ${takenAt}, now(), now()
  from unsent
), ended as (
  update order_attempts set state = 'unknown', fault = coalesce(fault, ${stored}::jsonb),
    -- What was gathered is as old as the archive.
    evidence = (select coalesce(jsonb_agg(one), '[]') from jsonb_array_elements(evidence) one
      where one ->> 'code' not in ('balance', 'id_between', 'unclaimed_order'))
  from part
  where part.token is not null and order_attempts.user_id = part.user_id and order_attempts.order_id = part.order_id
    and order_attempts.number = part.tries and order_attempts.state in ('sending', 'unknown') ${own('order_attempts')}
), told as materialized (
  select user_id, order_id, token, number as tries, false as is_ready from unsent
  union all
  select user_id, order_id, token, tries,
    -- Never sent: there is no evidence to gather.
    not exists (select from order_attempts tried
      where tried.user_id = part.user_id and tried.order_id = part.order_id and tried.number = part.tries ${own('tried')})
  from part where token is not null
), held as (
  update dispatch_queue entry set token = told.token, tries = told.tries, incident_id = null, due_at = now(),
    lease_until = case when is_ready then null else (select now()) end
  from told where entry.user_id = told.user_id and entry.order_id = told.order_id ${own('entry')}
), undone as (
  select incident_id, count(*)::int as orders, sum(price)::text as price, sum(cost)::text as cost
  from part join order_attempts tried on tried.user_id = part.user_id and tried.order_id = part.order_id and number = tries ${own('tried')}
  where incident_id is not null group by incident_id
), flagged as (
  update orders set review_code = ${review_code}, review_details = ${review_details},
    dispatch = case when is_ready then 'review' else 'unknown' end
  from told where orders.user_id = told.user_id and orders.id = told.order_id ${own('orders')}
)
select (select count(*)::int from told) as count, last.user_id, last.order_id, (select jsonb_agg(to_jsonb(undone)) from undone) as undone
from (values (1)) one left join lateral (
  select user_id, order_id from part order by user_id desc, order_id desc limit 1) last on true`.execute(tx)
  const { count = 0, user_id: userId = null, order_id: orderId = null, undone = null } = rows[0] ?? {}
  await takeFromIncidents(tx, undone ?? [])
  return { count, upTo: userId === null || orderId === null ? null : { userId, orderId } }
}

/** Separately: a cluster has incidents on the coordinator. */
async function takeFromIncidents(tx: Tx, undone: readonly Undone[]): Promise<void> {
  for (const { incident_id: id, orders, price, cost } of undone)
    await sql`
update incidents set orders = orders - ${orders}, price = price - ${price}::bigint, cost = cost - ${cost}::bigint
where id = ${id}`.execute(tx)
  await tx.deleteFrom('incidents').where('orders', '=', 0).execute()
}

/**
 * Flags orders with a pending cancel request until staff resolve them, since a status poll does not show it. It can be
 * sent again. Returns the number.
 */
export async function reviewRestoredCancels(tx: Tx, { takenAt }: { takenAt: Date }): Promise<number> {
  const { review_code, review_details } = replaceOpenReview({ code: 'cancel_unknown', details: {} })
  const { numAffectedRows = 0n } = await sql`
update orders set cancel_awaited_until = null, review_code = ${review_code}, review_details = ${review_details}
from poll_queue polled where ${isCanceling(takenAt)}`.execute(tx)
  return Number(numAffectedRows)
}

/** Open orders are the polled ones. */
const isCanceling = (takenAt: Date) => sql`polled.kind = 'order' and orders.user_id = polled.user_id
  and orders.id = polled.order_id and orders.cancel_awaited_until > ${takenAt}`

/** The same for refill requests being sent; those that a provider has are polled as before. */
export async function reviewRestoredRefills(tx: Tx): Promise<number> {
  // A lasting review: the next poll of the order says nothing about its refill.
  const { review_code, review_details } = toReviewColumns({
    code: 'refill_unknown',
    details: { fault },
  })
  const { numAffectedRows = 0n } = await sql`
with asked as (
  update refills set state = 'unknown', fault = ${stored}::jsonb where state = 'asking' returning user_id, order_id, number
), polled as (
  update poll_queue set due_at = now() + make_interval(secs => ${REFILL_UNKNOWN_SECONDS}) from asked
  where poll_queue.user_id = asked.user_id and poll_queue.order_id = asked.order_id and kind = 'refill'
    and poll_queue.number = asked.number
)
update orders set review_code = ${review_code}, review_details = ${review_details} from asked where orders.user_id = asked.user_id and orders.id = asked.order_id`.execute(
    tx,
  )
  return Number(numAffectedRows)
}
