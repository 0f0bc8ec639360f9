import { sql } from 'kysely'

import type { OrderDetails } from '#contract/order-rules.ts'
import type { Context } from '#server/context.ts'

/** A sending that was committed as begun. Only the holder of its token may write what became of it. */
export type Attempt = {
  user_id: number
  order_id: bigint
  number: number
  token: string
  provider_id: number
  provider_service: string
  service_type: string
  link: string
  quantity: number
  details: OrderDetails
}

/** Longer than an `add` may take, so that a lease that is over means that nobody waits for the answer. */
const LEASE_SECONDS = 90
/** An order whose service has no provider is looked at this often. */
const NO_SUPPLY_SECONDS = 60

/**
 * Takes due orders out of the queue, chooses each one's supply and writes its attempt, in one statement: what it
 * returns may be sent, and nobody else will. A provider that is paused or has no room keeps its orders waiting,
 * not those of others. Orders that a customer is just canceling are locked and skipped.
 *
 * `balance_before` is the provider's balance where nothing was sent to it since it was read: evidence for later.
 */
export async function claimOrders(
  ctx: Context,
  {
    limit,
    perProvider,
    inFlight,
  }: { limit: number; perProvider: number; inFlight: ReadonlyMap<number, number> },
): Promise<Attempt[]> {
  const providerIds = [...inFlight.keys()]
  const counts = [...inFlight.values()]
  const full = providerIds.filter((_, at) => (counts[at] ?? 0) >= perProvider)
  const { rows } = await sql<Attempt>`
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
  limit ${limit}
  for update skip locked
), chosen as materialized (
  select due.*, supply.*,
    row_number() over (partition by supply.provider_id order by due.id) as place,
    count(*) over (partition by supply.provider_id) as company
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
    flag = case when supply_id is null then 'No provider for this service' else orders.flag end
  from chosen
  where orders.user_id = chosen.user_id and orders.id = chosen.id and (supply_id is null or is_paused)
), taken as (
  update orders
  set dispatch = 'sending', dispatch_at = now() + make_interval(secs => ${LEASE_SECONDS}),
    attempts = orders.attempts + 1, provider_id = chosen.provider_id
  from chosen left join busy using (provider_id)
  where orders.user_id = chosen.user_id and orders.id = chosen.id
    and supply_id is not null and not is_paused and place <= ${perProvider} - coalesce(busy.sending, 0)
  returning orders.user_id, orders.id, orders.attempts, orders.link, orders.details, orders.service_type,
    orders.quantity, chosen.supply_id, chosen.provider_id, chosen.provider_service, chosen.cost_rate,
    chosen.company, chosen.balance, chosen.balance_checked_at
), begun as (
  insert into order_attempts (user_id, order_id, number, token, supply_id, provider_id, provider_service, cost,
    balance_before, lease_until)
  select user_id, id, attempts, gen_random_uuid(), supply_id, provider_id, provider_service,
    trunc(least(case when service_type in ('Package', 'Custom Comments Package') then cost_rate
      else cost_rate::numeric * quantity / 1000 end, 999999999999999))::bigint,
    case when company = 1 and balance_checked_at > now() - interval '10 minutes' and not exists (
      -- One begun just before the reading may have been charged after it.
      select from order_attempts other
      where other.provider_id = taken.provider_id and other.started_at >= balance_checked_at - interval '2 minutes'
    ) then balance end,
    now() + make_interval(secs => ${LEASE_SECONDS})
  from taken
  returning user_id, order_id, number, token
)
select begun.user_id, begun.order_id, begun.number, begun.token, provider_id, provider_service, service_type,
  link, quantity, details
from begun join taken on taken.user_id = begun.user_id and taken.id = begun.order_id`.execute(ctx.db)
  return rows
}
