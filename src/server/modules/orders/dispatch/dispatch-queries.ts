import { type Kysely, sql } from 'kysely'

import type { OrderDetails } from '#contract/orders/order-rules.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import { type AttemptKey, type LockedOrder, updateOrder } from '#server/modules/orders/state/order-queries.ts'
import { awaitsFirstCharge, leaveQueue, takesOrders } from '#server/modules/orders/state/queue-queries.ts'
import { replaceOpenReview } from '#server/modules/orders/state/review-queries.ts'

import { costOfOrder, countedOfWaiting } from './held-back-queries.ts'

// Longer than most: every way in which a sending changes its state stands beside the others, as they exclude each other.

/** A sending that was committed as begun, with all that is sent. */
export type ClaimedAttempt = AttemptKey & {
  provider_service: string
  service_type: string
  link: string
  quantity: number
  details: OrderDetails
}

/** To which something may be sent: those that are switched on. */
export async function listSendingProviders(db: Kysely<DB>): Promise<number[]> {
  const rows = await db
    .selectFrom('providers')
    .select('id')
    .where('is_enabled', '=', true)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** How a provider's part of the queue stands: whether it may be sent anything, and when its next order is due. */
export type SendingState = {
  is_open: boolean
  /** In a row, without an answer between them. */
  sending_failures: number
  /** Until the end of a pause may be tried; null where there is none. */
  probe_in_ms: number | null
  /** The oldest that waits, from where it was looked. */
  due_at: Date | null
  due_in_ms: number | null
  now: Date
  calls_at_once: number
  calls_per_second: number
  /** Few orders are sent by a supply of it whose first charge is awaited. */
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
  where provider_id = ${providerId} and token is null and due_at >= ${fromThere(after)}
  order by due_at limit 1) next on true
where id = ${providerId}`.execute(db)
  return rows[0]
}

/** Nothing is sent below cost, unless the operator said so of the service. */
const isCovered = sql`(supplies.cost_rate <= orders.rate or services.below_cost)`

/**
 * Takes a provider's due orders out of the queue, the longest waiting first, one for each token at most, and writes
 * their attempts, in one statement: what it returns may be sent, and nobody else will. It looks at nobody else's part
 * of the queue, locks nothing before it takes it (what another took meanwhile is left to them), changes no order, and
 * so waits for no customer's tx but one that is just committing. Of a supply whose first charge is awaited it takes few;
 * only two processes that hand over a provider's lease may take a few more between them.
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
  select place.user_id, place.order_id, place.due_at, case when ${sql.raw(awaitsFirstCharge)} then supplies.id end as first_of,
    ${sql.raw(costOfOrder)} as cost
  from dispatch_queue place join supplies on supplies.id = place.supply_id and supplies.is_active
  join orders on orders.user_id = place.user_id and orders.id = place.order_id
  join services on services.id = orders.service_id
  join providers on providers.id = place.provider_id and ${sql.raw(takesOrders)}
  where ${isCovered} and place.provider_id = ${providerId} and place.token is null and place.due_at <= now()
    and place.due_at >= ${fromThere(after)}
  order by place.due_at limit ${tokens.length}
), due as materialized (
  select user_id, order_id, (${tokens}::uuid[])[row_number() over (order by due_at)] as token
  from (${sql.raw(countedOfWaiting)}) counted
  where first_of is null or (sent_orders + nth <= first_orders and sent_cost + running <= first_cost)
), taken as (
  update dispatch_queue place
  set token = due.token, lease_until = now() + make_interval(secs => ${leaseSeconds}), tries = place.tries + 1
  from due
  where place.user_id = due.user_id and place.order_id = due.order_id
    and place.token is null and place.provider_id = ${providerId} and place.due_at <= now()
  returning place.user_id, place.order_id, place.token, place.tries as number, place.supply_id, place.provider_id,
    place.lease_until
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

function fromThere(after: Date | undefined) {
  return sql<Date>`coalesce(${after ?? null}::timestamptz, '-infinity')`
}

/** Due ones whose supply was taken off since they were queued, or costs more than their customer paid by now. */
export async function listUnsold(
  db: Kysely<DB>,
  { providerId, after, limit }: { providerId: number; after: Date | undefined; limit: number },
): Promise<{ user_id: number; order_id: bigint }[]> {
  const { rows } = await sql<{ user_id: number; order_id: bigint }>`
select place.user_id, place.order_id
from dispatch_queue place join supplies on supplies.id = place.supply_id
join orders on orders.user_id = place.user_id and orders.id = place.order_id
join services on services.id = orders.service_id
where (not supplies.is_active or not ${isCovered})
  and place.provider_id = ${providerId} and place.token is null and place.due_at <= now()
  and place.due_at >= ${fromThere(after)}
limit ${limit}`.execute(db)
  return rows
}

/** Those of `tokens` under which a sending was begun and nothing decided since. Few orders are undecided at a time. */
export async function findBegun(db: Kysely<DB>, tokens: readonly string[]): Promise<AttemptKey[]> {
  const { rows } = await sql<AttemptKey>`
select tried.user_id, tried.order_id, tried.number, tried.token, tried.provider_id
from dispatch_queue place join order_attempts tried
  on tried.user_id = place.user_id and tried.order_id = place.order_id and tried.number = place.tries
where place.token = any(${tokens}::uuid[]) and tried.token = place.token and tried.state in ('sending', 'unknown')`.execute(
    db,
  )
  return rows
}

/** Whether the sending is still the token's and nothing was decided of it. */
export async function isStillSending(
  db: Kysely<DB>,
  { user_id, order_id, number, token }: AttemptKey,
): Promise<boolean> {
  const { rows } = await sql`
select from dispatch_queue place
join orders on orders.user_id = place.user_id and orders.id = place.order_id
join order_attempts tried
  on tried.user_id = place.user_id and tried.order_id = place.order_id and tried.number = place.tries
where place.user_id = ${user_id} and place.order_id = ${order_id} and place.token = ${token} and place.tries = ${number}
  and orders.dispatch = 'queued' and tried.token = place.token and tried.state = 'sending'`.execute(db)
  return rows.length > 0
}

/** Whether the sending is settled under another id of the provider's than this one, of which nothing was noted yet. */
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

/** Answers whose order the provider's id is, now or from before. */
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

/** The order is with the provider from now on. Its claim on the id stands already. */
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
