import { type Kysely, sql } from 'kysely'

import type { OrderDetails } from '#contract/order-rules.ts'
import type { DB } from '#server/database/tables.ts'
import type { Tx } from '#server/database/transact.ts'
import { type AttemptKey, type LockedOrder, updateOrder } from '#server/orders/state/order-queries.ts'
import { replaceOpenReview } from '#server/orders/state/review-queries.ts'

/** A sending that was committed as begun, with all that is sent. */
export type ClaimedAttempt = AttemptKey & {
  provider_service: string
  service_type: string
  link: string
  quantity: number
  details: OrderDetails
}

/** An order whose service has no provider is looked at this often. */
const NO_SUPPLY_SECONDS = 60

/**
 * Takes due orders out of the queue, one for each token at most, chooses each one's supply and writes its attempt,
 * in one statement: what it returns may be sent, and nobody else will. A provider that is paused or has no room
 * keeps its orders waiting, not those of others. Orders that a customer is just canceling are locked and skipped.
 *
 * `inFlight` is what this process sends already, by provider.
 */
export async function claimAttempts(
  db: Kysely<DB>,
  {
    tokens,
    perProvider,
    inFlight,
    leaseSeconds,
  }: {
    tokens: readonly string[]
    perProvider: number
    inFlight: ReadonlyMap<number, number>
    leaseSeconds: number
  },
): Promise<ClaimedAttempt[]> {
  const providerIds = [...inFlight.keys()]
  const counts = [...inFlight.values()]
  const { review_code, review_details } = replaceOpenReview({ code: 'no_provider', details: {} })
  const full = providerIds.filter((_, at) => (counts[at] ?? 0) >= perProvider)
  const { rows } = await sql<ClaimedAttempt>`
with busy as (
  select * from unnest(${providerIds}::int[], ${counts}::int[]) as busy (provider_id, sending)
), due as materialized (
  select user_id, id, service_id, service_type, quantity from orders
  where dispatch = 'queued' and status = 'PENDING' and dispatch_at <= now()
    and (cardinality(${full}::int[]) = 0 or coalesce((
      select supplies.provider_id from supplies join providers on providers.id = supplies.provider_id
      where supplies.service_id = orders.service_id and supplies.is_active and providers.is_enabled
      order by priority, supplies.id limit 1) <> all (${full}::int[]), true))
  order by dispatch_at
  limit ${tokens.length}
  for update skip locked
), chosen as materialized (
  select due.*, supply.*,
    row_number() over (partition by supply.provider_id order by due.id) as place,
    row_number() over () as claim
  from due left join lateral (
    select supplies.id as supply_id, supplies.provider_id, supplies.provider_service, supplies.cost_rate,
      providers.paused_until, coalesce(providers.paused_until > now(), false) as is_paused,
      providers.balance, providers.balance_checked_at
    from supplies join providers on providers.id = supplies.provider_id
    where supplies.service_id = due.service_id and supplies.is_active and providers.is_enabled
      and not exists (
        select from order_attempts tried
        where tried.user_id = due.user_id and tried.order_id = due.id
          and tried.supply_id = supplies.id and tried.state = 'rejected')
    order by is_paused, priority, supplies.id
    limit 1
  ) supply on true
), put_off as (
  update orders
  set dispatch_at = case when supply_id is null then now() + make_interval(secs => ${NO_SUPPLY_SECONDS})
      else least(paused_until, now() + interval '5 minutes') end,
    review_code = case when supply_id is null then ${review_code} else orders.review_code end,
    review_details = case when supply_id is null then ${review_details} else orders.review_details end
  from chosen
  where orders.user_id = chosen.user_id and orders.id = chosen.id and (supply_id is null or is_paused)
), taken as (
  update orders
  set dispatch = 'sending', dispatch_at = now() + make_interval(secs => ${leaseSeconds}),
    attempts = orders.attempts + 1, provider_id = chosen.provider_id
  from chosen left join busy using (provider_id)
  where orders.user_id = chosen.user_id and orders.id = chosen.id
    and supply_id is not null and not is_paused and place <= ${perProvider} - coalesce(busy.sending, 0)
  returning orders.user_id, orders.id, orders.attempts, orders.link, orders.details, orders.service_type,
    orders.quantity, chosen.supply_id, chosen.provider_id, chosen.provider_service, chosen.cost_rate,
    chosen.claim, chosen.balance, chosen.balance_checked_at
), begun as (
  insert into order_attempts (user_id, order_id, number, token, supply_id, provider_id, provider_service, cost,
    balance_before, balance_before_at, lease_until)
  select user_id, id, attempts, (${tokens}::uuid[])[claim], supply_id, provider_id, provider_service,
    trunc(least(case when service_type in ('Package', 'Custom Comments Package') then cost_rate
      else cost_rate::numeric * quantity / 1000 end, 999999999999999))::bigint,
    balance, balance_checked_at,
    now() + make_interval(secs => ${leaseSeconds})
  from taken
  returning user_id, order_id, number, token
)
select begun.user_id, begun.order_id, begun.number, begun.token, provider_id, provider_service, service_type,
  link, quantity, details
from begun join taken on taken.user_id = begun.user_id and taken.id = begun.order_id`.execute(db)
  return rows
}

/** Those of `tokens` under which a sending was begun and nothing decided since. Few orders are undecided at a time. */
export async function findBegun(db: Kysely<DB>, tokens: readonly string[]): Promise<AttemptKey[]> {
  const { rows } = await sql<AttemptKey>`
select tried.user_id, tried.order_id, tried.number, tried.token, tried.provider_id
from orders join order_attempts tried
  on tried.user_id = orders.user_id and tried.order_id = orders.id and tried.number = orders.attempts
where orders.dispatch in ('sending', 'unknown', 'review') and tried.state in ('sending', 'unknown')
  and tried.token = any(${tokens}::uuid[])`.execute(db)
  return rows
}

/** Whether the sending is still the token's and nothing was decided of it. */
export async function isStillSending(
  db: Kysely<DB>,
  { user_id, order_id, number, token }: AttemptKey,
): Promise<boolean> {
  const { rows } = await sql`
select from orders join order_attempts tried on tried.user_id = orders.user_id and tried.order_id = orders.id
where orders.user_id = ${user_id} and orders.id = ${order_id} and orders.dispatch = 'sending'
  and tried.number = ${number} and tried.token = ${token} and tried.state = 'sending'`.execute(db)
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

/** Whether another supply of its service can still be tried. */
export async function hasUntriedSupply(
  tx: Tx,
  { user_id, id }: Pick<LockedOrder, 'user_id' | 'id'>,
): Promise<boolean> {
  const { rows } = await sql`
select from orders
join supplies on supplies.service_id = orders.service_id and supplies.is_active
join providers on providers.id = supplies.provider_id and providers.is_enabled
where orders.user_id = ${user_id} and orders.id = ${id} and not exists (
  select from order_attempts tried
  where tried.user_id = orders.user_id and tried.order_id = orders.id
    and tried.supply_id = supplies.id and tried.state = 'rejected')
limit 1`.execute(tx)
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

/** The order is with the provider from now on, and is asked about in a moment. Its claim on the id stands already. */
export async function setAccepted(
  tx: Tx,
  { user_id, id: orderId }: Pick<LockedOrder, 'user_id' | 'id'>,
  { providerId, id, checkSeconds }: { providerId: number; id: string; checkSeconds: number },
): Promise<void> {
  await updateOrder(
    tx,
    { userId: user_id, id: orderId },
    {
      dispatch: 'accepted',
      dispatch_at: sql`now()`,
      provider_id: providerId,
      provider_order: id,
      check_at: sql<Date>`now() + make_interval(secs => ${checkSeconds})`,
      ...replaceOpenReview(null),
      updated_at: sql`tally_now()`,
    },
  )
}
