import { type Kysely, sql } from 'kysely'

import { type OrderEvidence, toStoredEvidence } from '#contract/orders/order-evidence.ts'
import { toStorable } from '#contract/base/stored-details.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import type { AttemptKey, OrderKey } from '#server/modules/orders/state/order-queries.ts'
import { replaceOpenReview } from '#server/modules/orders/state/review-queries.ts'

/** An attempt of which nobody knows whether the provider accepted it. */
export type UnknownAttempt = AttemptKey & {
  cost: bigint
  balance_before: string | null
  balance_before_at: Date | null
  started_at: Date
  finished_at: Date | null
}

/** Orders whose attempt is running or unknown and whose time is up, longest waiting first. */
export async function listOverdue(
  db: Kysely<DB>,
  state: 'sending' | 'unknown',
  limit: number,
): Promise<OrderKey[]> {
  const rows = await db
    .selectFrom('dispatch_queue')
    .innerJoin('orders', (join) =>
      join
        .onRef('orders.user_id', '=', 'dispatch_queue.user_id')
        .onRef('orders.id', '=', 'dispatch_queue.order_id'),
    )
    .select(['orders.user_id', 'orders.id'])
    .where('token', 'is not', null)
    .where('lease_until', '<=', sql<Date>`now()`)
    .where('orders.dispatch', '=', state === 'sending' ? 'queued' : 'unknown')
    .orderBy('lease_until')
    .limit(limit)
    .execute()
  return rows.map(({ user_id: userId, id }) => ({ userId, id }))
}

/** Marks the attempt unknown when its lease has expired by the database's clock. Call it under the order's lock. */
export async function markUnknown(tx: Tx, { userId, id }: OrderKey, unknownSeconds: number): Promise<void> {
  const error = 'The sending ended without an answer being noted'
  const { review_code, review_details } = replaceOpenReview({ code: 'reply_awaited', details: { error } })
  await sql`
with given_up as (
  update dispatch_queue set lease_until = now() + make_interval(secs => ${unknownSeconds})
  where user_id = ${userId} and order_id = ${id} and token is not null and lease_until <= now()
  returning user_id, order_id, tries
), flagged as (
  update orders set dispatch = 'unknown', review_code = ${review_code}, review_details = ${review_details}
  from given_up where orders.user_id = given_up.user_id and orders.id = given_up.order_id
)
update order_attempts set state = 'unknown', error = ${error}
from given_up
where order_attempts.user_id = given_up.user_id and order_attempts.order_id = given_up.order_id
  and number = tries and state = 'sending'`.execute(tx)
}

/** Reserves the attempt for `seconds`; undefined when another process was faster. */
export async function reserveUnknown(
  db: Kysely<DB>,
  { userId, id }: OrderKey,
  seconds: number,
): Promise<UnknownAttempt | undefined> {
  const { rows } = await sql<UnknownAttempt>`
update dispatch_queue entry set lease_until = now() + make_interval(secs => ${seconds})
from order_attempts tried
where entry.user_id = ${userId} and entry.order_id = ${id} and entry.token is not null and entry.lease_until <= now()
  and tried.user_id = entry.user_id and tried.order_id = entry.order_id and tried.number = entry.tries
returning tried.user_id, tried.order_id, tried.number, tried.token, tried.provider_id, cost,
  trim_scale(balance_before)::text as balance_before, balance_before_at, started_at, finished_at`.execute(db)
  return rows[0]
}

/** Adds evidence to an attempt, for staff. */
export async function addEvidence(
  db: Kysely<DB>,
  { user_id, order_id, number }: Pick<AttemptKey, 'user_id' | 'order_id' | 'number'>,
  evidence: readonly OrderEvidence[],
): Promise<void> {
  const stored = JSON.stringify(evidence.map(toStoredEvidence), toStorable)
  await db
    .updateTable('order_attempts')
    .set({ evidence: sql`evidence || ${stored}::jsonb` })
    .where('user_id', '=', user_id)
    .where('order_id', '=', order_id)
    .where('number', '=', number)
    .execute()
}

/** What else may have changed the balance since it was read before this attempt. */
export async function countBalanceMovers(
  db: Kysely<DB>,
  { user_id, order_id, number, provider_id, started_at, balance_before_at }: UnknownAttempt,
): Promise<{ also_sent: number; also_open: number }> {
  // An order sent just before the reading may have been charged after it.
  const since = sql`${balance_before_at ?? started_at}::timestamptz - interval '2 minutes'`
  const { rows } = await sql<{ also_sent: number; also_open: number }>`
select (select count(*)::int from order_attempts other
    where other.provider_id = ${provider_id} and other.started_at >= ${since}
      and other.state in ('sending', 'accepted', 'unknown')
      and not (other.user_id = ${user_id} and other.order_id = ${order_id} and other.number = ${number})) as also_sent,
  (select count(*)::int from (
    select from poll_queue where provider_id = ${provider_id} and kind = 'order' limit 1000) open) as also_open`.execute(
    db,
  )
  return rows[0] ?? { also_sent: 0, also_open: 0 }
}

/**
 * The provider ids between which this attempt's own would lie if the provider counts up: the highest accepted
 * before it and the lowest sent after it.
 */
export async function findNeighbours(
  db: Kysely<DB>,
  { provider_id, started_at, finished_at }: UnknownAttempt,
): Promise<{ after: bigint | null; before: bigint | null }> {
  const taken = sql`select provider_order::bigint as there from order_attempts
    where provider_id = ${provider_id} and state = 'accepted' and provider_order ~ '^[0-9]{1,15}$'`
  const over = sql`coalesce(${finished_at}::timestamptz, ${started_at}::timestamptz + interval '90 seconds')`
  const { rows } = await sql<{ after: bigint | null; before: bigint | null }>`
with earlier as (
  ${taken} and started_at < ${started_at}::timestamptz and started_at > ${started_at}::timestamptz - interval '7 days'
    and finished_at <= ${started_at}::timestamptz
  order by started_at desc limit 20
), later as (
  ${taken} and started_at >= ${over} order by started_at limit 20
)
select (select max(there) from earlier) as after,
  (select min(there) from later where there > (select max(there) from earlier)) as before`.execute(db)
  return rows[0] ?? { after: null, before: null }
}

/** The ids that already belong to our orders. */
export async function listClaimedIds(
  db: Kysely<DB>,
  providerId: number,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('provider_orders')
    .select('provider_order')
    .where('provider_id', '=', providerId)
    .where('provider_order', 'in', ids)
    .execute()
  return new Set(rows.map(({ provider_order }) => provider_order))
}

/**
 * Unknown attempts for the same link and provider service, unless one of our orders is known to be in progress for
 * it. Few orders are unknown at a time, so links are only compared for those.
 */
export async function listUnknownWithLink(
  db: Kysely<DB>,
  {
    user_id,
    order_id,
    provider_id,
    provider_service,
    link,
  }: Pick<AttemptKey, 'user_id' | 'order_id' | 'provider_id'> & { provider_service: string; link: string },
): Promise<AttemptKey[]> {
  const { rows } = await sql<AttemptKey>`
select tried.user_id, tried.order_id, tried.number, tried.token, tried.provider_id
from dispatch_queue entry
join orders on orders.user_id = entry.user_id and orders.id = entry.order_id
join order_attempts tried
  on tried.user_id = entry.user_id and tried.order_id = entry.order_id and tried.number = entry.tries
where entry.token is not null and orders.dispatch in ('unknown', 'review') and orders.link = ${link}
  and tried.state = 'unknown' and tried.provider_id = ${provider_id} and tried.provider_service = ${provider_service}
  and not (orders.user_id = ${user_id} and orders.id = ${order_id})
  and not tried.evidence @> '[{"code": "active_link"}]'
  and not exists (
    select from poll_queue polled
    join orders at_work on at_work.user_id = polled.user_id and at_work.id = polled.order_id
    join order_attempts taken
      on taken.user_id = at_work.user_id and taken.order_id = at_work.id and taken.state = 'accepted'
    where polled.provider_id = ${provider_id} and polled.kind = 'order' and at_work.link = ${link}
      and taken.provider_service = ${provider_service})`.execute(db)
  return rows
}
