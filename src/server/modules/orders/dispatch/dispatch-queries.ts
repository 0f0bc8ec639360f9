import { type Kysely, sql } from 'kysely'

import type { OrderDetails } from '#contract/orders/order-rules.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import { type AttemptKey, type LockedOrder, updateOrder } from '#server/modules/orders/state/order-queries.ts'
import { awaitsFirstCharge, leaveQueue, takesOrders } from '#server/modules/orders/state/queue-queries.ts'
import { replaceOpenReview } from '#server/modules/orders/state/review-queries.ts'

import { costOfOrder, countedOfWaiting } from './held-back-queries.ts'

// Longer than most: all state changes of an attempt stand together, since they exclude each other.

/** A committed attempt with everything that is sent. */
export type ClaimedAttempt = AttemptKey & {
  provider_service: string
  service_type: string
  link: string
  quantity: number
  details: OrderDetails
}

/** The enabled providers. */
export async function listSendingProviders(db: Kysely<DB>): Promise<number[]> {
  const rows = await db
    .selectFrom('providers')
    .select('id')
    .where('is_enabled', '=', true)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Whether a provider may be sent orders, and when its next one is due. */
export type SendingState = {
  is_open: boolean
  /** Consecutive failures. */
  sending_failures: number
  /** Milliseconds until the end of a pause may be probed; null without a pause. */
  probe_in_ms: number | null
  /** The oldest waiting entry, due at or after `after`. */
  due_at: Date | null
  due_in_ms: number | null
  now: Date
  calls_at_once: number
  calls_per_second: number
  /** Some supply waits for its first charge, so only few of its orders are sent. */
  awaits_charges: boolean
}

export async function findSendingState(
  db: Kysely<DB>,
  { providerId, after }: { providerId: number; after: Date | undefined },
): Promise<SendingState | undefined> {
  const { rows } = await sql<SendingState>`
select ${sql.raw(takesOrders)} as is_open,
  sending_failures,
  case when is_enabled and sending_stopped_at is null
    then (extract(epoch from sending_paused_until - now()) * 1000)::float8 end as probe_in_ms,
  next.due_at, (extract(epoch from next.due_at - now()) * 1000)::float8 as due_in_ms, now() as now,
  calls_at_once, calls_per_second, first_orders is not null as awaits_charges
from providers left join lateral (
  select due_at from dispatch_queue
  where provider_id = ${providerId} and token is null and due_at >= ${dueFrom(after)}
  order by due_at limit 1) next on true
where id = ${providerId}`.execute(db)
  return rows[0]
}

/** Orders are not sent below cost, unless the operator allows it for the service. */
const isCovered = sql`(supplies.cost_rate <= orders.rate or services.below_cost)`

/**
 * Claims a provider's due orders, oldest first, one per token, and writes their attempts in one statement: what it
 * returns may be sent, and only by the caller. It reads no other provider's entries, locks nothing beforehand
 * (entries claimed meanwhile are left alone) and changes no order, so it only waits for a tx that is just
 * committing. For a supply whose first charge is awaited it claims few orders; two processes handing over a lease
 * may claim a few more between them.
 */
export async function claimAttempts(
  db: Kysely<DB>,
  {
    providerId,
    after,
    tokens,
    leaseSeconds,
  }: { providerId: number; after?: Date | undefined; tokens: readonly string[]; leaseSeconds: number },
): Promise<ClaimedAttempt[]> {
  const { rows } = await sql<ClaimedAttempt>`
with waiting as materialized (
  select entry.user_id, entry.order_id, entry.due_at, case when ${sql.raw(awaitsFirstCharge)} then supplies.id end as first_of,
    ${sql.raw(costOfOrder)} as cost
  from dispatch_queue entry join supplies on supplies.id = entry.supply_id and supplies.is_active
  join orders on orders.user_id = entry.user_id and orders.id = entry.order_id
  join services on services.id = orders.service_id
  join providers on providers.id = entry.provider_id and ${sql.raw(takesOrders)}
  where ${isCovered} and entry.provider_id = ${providerId} and entry.token is null and entry.due_at <= now()
    and entry.due_at >= ${dueFrom(after)}
  order by entry.due_at limit ${tokens.length}
), due as materialized (
  select user_id, order_id, (${tokens}::uuid[])[row_number() over (order by due_at)] as token
  from (${sql.raw(countedOfWaiting)}) counted
  where first_of is null or (sent_orders + nth <= first_orders and sent_cost + running <= first_cost)
), taken as (
  update dispatch_queue entry
  set token = due.token, lease_until = now() + make_interval(secs => ${leaseSeconds}), tries = entry.tries + 1
  from due
  where entry.user_id = due.user_id and entry.order_id = due.order_id
    and entry.token is null and entry.provider_id = ${providerId} and entry.due_at <= now()
  returning entry.user_id, entry.order_id, entry.token, entry.tries as number, entry.supply_id, entry.provider_id,
    entry.lease_until
), sent as (
  select taken.*, supplies.provider_service, service_type, link, quantity, details, balance, balance_checked_at,
    ${sql.raw(costOfOrder)} as cost
  from taken
  join orders on orders.user_id = taken.user_id and orders.id = taken.order_id
  join supplies on supplies.id = taken.supply_id
  join providers on providers.id = taken.provider_id
), begun as (
  insert into order_attempts (user_id, order_id, number, token, supply_id, provider_id, provider_service, cost,
    balance_before, balance_before_at, lease_until)
  select user_id, order_id, number, token, supply_id, provider_id, provider_service, cost, balance, balance_checked_at,
    lease_until
  from sent
)
select user_id, order_id, number, token, provider_id, provider_service, service_type, link, quantity, details
from sent`.execute(db)
  return rows
}

function dueFrom(after: Date | undefined) {
  return sql<Date>`coalesce(${after ?? null}::timestamptz, '-infinity')`
}

/** Due orders whose supply was deactivated since they were queued, or now costs more than their customer paid. */
export async function listUnsold(
  db: Kysely<DB>,
  { providerId, after, limit }: { providerId: number; after: Date | undefined; limit: number },
): Promise<{ user_id: number; order_id: bigint }[]> {
  const { rows } = await sql<{ user_id: number; order_id: bigint }>`
select entry.user_id, entry.order_id
from dispatch_queue entry join supplies on supplies.id = entry.supply_id
join orders on orders.user_id = entry.user_id and orders.id = entry.order_id
join services on services.id = orders.service_id
where (not supplies.is_active or not ${isCovered})
  and entry.provider_id = ${providerId} and entry.token is null and entry.due_at <= now()
  and entry.due_at >= ${dueFrom(after)}
limit ${limit}`.execute(db)
  return rows
}

/** The attempts of `tokens` that were started and not decided. Few orders are undecided at a time. */
export async function findBegun(db: Kysely<DB>, tokens: readonly string[]): Promise<AttemptKey[]> {
  const { rows } = await sql<AttemptKey>`
select tried.user_id, tried.order_id, tried.number, tried.token, tried.provider_id
from dispatch_queue entry join order_attempts tried
  on tried.user_id = entry.user_id and tried.order_id = entry.order_id and tried.number = entry.tries
where entry.token = any(${tokens}::uuid[]) and tried.token = entry.token and tried.state in ('sending', 'unknown')`.execute(
    db,
  )
  return rows
}

/** Whether the attempt still belongs to its token and is undecided. */
export async function isStillSending(
  db: Kysely<DB>,
  { user_id, order_id, number, token }: AttemptKey,
): Promise<boolean> {
  const { rows } = await sql`
select from dispatch_queue entry
join orders on orders.user_id = entry.user_id and orders.id = entry.order_id
join order_attempts tried
  on tried.user_id = entry.user_id and tried.order_id = entry.order_id and tried.number = entry.tries
where entry.user_id = ${user_id} and entry.order_id = ${order_id} and entry.token = ${token} and entry.tries = ${number}
  and orders.dispatch = 'queued' and tried.token = entry.token and tried.state = 'sending'`.execute(db)
  return rows.length > 0
}

/** Whether the attempt was accepted under another provider id, and this id is not recorded as evidence yet. */
export async function isTakenUnderAnother(
  tx: Tx,
  { user_id, order_id, number, token }: AttemptKey,
  id: string,
): Promise<boolean> {
  const { rows } = await sql`
select from order_attempts
where user_id = ${user_id} and order_id = ${order_id} and number = ${number} and token = ${token}
  and state = 'accepted' and provider_order <> ${id}
  and not evidence @> jsonb_build_array(jsonb_build_object('code', 'accepted_too_late', 'provider_order', ${id}::text))`.execute(
    tx,
  )
  return rows.length > 0
}

/** Claims a provider's order id for an order. Returns the order that holds it, which may be another one. */
export async function claimProviderOrder(
  tx: Tx,
  { user_id, id: orderId }: Pick<LockedOrder, 'user_id' | 'id'>,
  { providerId, id }: { providerId: number; id: string },
): Promise<bigint> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('provider_orders')
    .values({ provider_id: providerId, provider_order: id, user_id, order_id: orderId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 1n) return orderId
  const holder = await tx
    .selectFrom('provider_orders')
    .select('order_id')
    .where('provider_id', '=', providerId)
    .where('provider_order', '=', id)
    .executeTakeFirstOrThrow()
  return holder.order_id
}

/** Marks the order as accepted. Its id must be claimed already. */
export async function setAccepted(
  tx: Tx,
  { user_id, id: orderId }: Pick<LockedOrder, 'user_id' | 'id'>,
  { providerId, id }: { providerId: number; id: string },
): Promise<void> {
  const key = { userId: user_id, id: orderId }
  await leaveQueue(tx, key)
  await updateOrder(tx, key, {
    dispatch: 'accepted',
    provider_id: providerId,
    provider_order: id,
    ...replaceOpenReview(null),
    updated_at: sql`tally_now()`,
  })
}
