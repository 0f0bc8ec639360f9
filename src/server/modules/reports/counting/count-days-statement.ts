/** What an order's way ends in; it may go on to a refill from there and end again. */
const endings = "('COMPLETED', 'PARTIAL', 'CANCELED', 'REFUNDED', 'FAILED')"

/**
 * Behind what was counted, and not visible when it was: the clock went back, or its tx had begun long before. Once the slice
 * is counted too, what is counted is exactly what this snapshot sees before its end, whatever any clock says. The times are in a form that no index serves: of both indexes only that by tx finds few rows.
 */
const isLate = (time: string) => `(${time} < $1) is true
    and coalesce(${time} >= (select late_from from daily_progress), true)
    and written_in >= (select pg_snapshot_xmin(counted_in)::text::bigint from daily_progress)
    and not pg_visible_in_snapshot(written_in::text::xid8, (select counted_in from daily_progress))`

/**
 * Counts a slice of time, and what came late: $1 the slice's beginning, $2 its end (not in it). Adds, so a row is counted
 * once: under the snapshot of the tx that moves `daily_progress` from $1 to $2 and notes that snapshot.
 *
 * What belongs to which day: a sale to that of its ledger line, a refund to its own, a cost to that of the provider's
 * taking the order, at the rate that was known; what the provider charged in the end more or less than that, to the day
 * of the order's first ending, from which on its charge does not change. A sale is without a provider (0) until one takes
 * it and moves there then; a refund is with whoever had taken the order by that time. A charge that is no amount (`usd_units`)
 * counts as none.
 *
 * Each join is by the keys of the rows that the three indexes by time found. It took 4 s for 50,000 orders with their
 * endings beside twelve times as much work as the machine could do.
 */
export const countDaysStatement = `
with lines as materialized (
  select user_id, type, amount, signed_amount, order_id, deposit_id, created_at
  from transactions where created_at >= $1 and created_at < $2
  union all
  select user_id, type, amount, signed_amount, order_id, deposit_id, created_at
  from transactions where ${isLate('created_at')}
), taken as materialized (
  select attempts.user_id, attempts.order_id, attempts.provider_id, attempts.cost, orders.service_id, orders.price, finished_at
  from (
    select * from order_attempts where finished_at >= $1 and finished_at < $2
    union all
    select * from order_attempts where ${isLate('finished_at')}
  ) attempts
  join orders on orders.user_id = attempts.user_id and orders.id = attempts.order_id
  where attempts.state = 'accepted'
), ended as materialized (
  select user_id, order_id, created_at from (
    select * from order_events where created_at >= $1 and created_at < $2
    union all
    select * from order_events where ${isLate('created_at')}
  ) order_events
  where type = 'status' and details ->> 'to' in ${endings}
    and not exists (
      select from order_events earlier
      where earlier.user_id = order_events.user_id and earlier.order_id = order_events.order_id
        and earlier.id < order_events.id and earlier.type = 'status' and earlier.details ->> 'to' in ${endings})
), facts (at, user_id, service_id, provider_id, orders, sold, refunded, cost, deposits, bonuses, corrections) as (
  select lines.created_at, lines.user_id, coalesce(orders.service_id, 0), 0, 1, amount, 0, 0, 0, 0, 0
  from lines left join orders on orders.user_id = lines.user_id and orders.id = lines.order_id
  where type = 'order'
  union all
  select lines.created_at, lines.user_id, coalesce(orders.service_id, 0), coalesce(taker.provider_id, 0), 0, 0, amount, 0, 0, 0, 0
  from lines left join orders on orders.user_id = lines.user_id and orders.id = lines.order_id
  left join order_attempts taker on taker.user_id = lines.user_id and taker.order_id = lines.order_id
    and taker.state = 'accepted' and taker.finished_at <= lines.created_at
  where type = 'refund'
  union all
  select finished_at, user_id, service_id, 0, -1, -price, 0, 0, 0, 0, 0 from taken
  union all
  select finished_at, user_id, service_id, provider_id, 1, price, 0, cost, 0, 0, 0 from taken
  union all
  select ended.created_at, ended.user_id, orders.service_id, taker.provider_id, 0, 0, 0,
    usd_units(taker.charge, providers.usd_per_unit) - taker.cost, 0, 0, 0
  from ended
  join order_attempts taker on taker.user_id = ended.user_id and taker.order_id = ended.order_id
    and taker.state = 'accepted' and taker.finished_at <= ended.created_at
  join orders on orders.user_id = ended.user_id and orders.id = ended.order_id
  join providers on providers.id = taker.provider_id
  where usd_units(taker.charge, providers.usd_per_unit) is not null and coalesce(taker.charge_currency = providers.currency, true)
  union all
  select created_at, user_id, null, 0, 0, 0, 0, 0,
    case when type = 'deposit' then amount else 0 end,
    case when type = 'bonus' and deposit_id is not null then amount else 0 end,
    case when type = 'bonus' and deposit_id is null then signed_amount else 0 end
  from lines where type in ('deposit', 'bonus')
), days as materialized (
  select (at at time zone 'UTC')::date as day, facts.* from facts
), by_service as (
  insert into daily_services (day, service_id, provider_id, orders, sold, refunded, cost)
  select day, service_id, provider_id, sum(orders), sum(sold), sum(refunded), sum(cost) from days
  where service_id is not null group by day, service_id, provider_id
  having sum(orders) <> 0 or sum(sold) <> 0 or sum(refunded) <> 0 or sum(cost) <> 0
  on conflict (day, service_id, provider_id) do update set orders = daily_services.orders + excluded.orders,
    sold = daily_services.sold + excluded.sold, refunded = daily_services.refunded + excluded.refunded,
    cost = daily_services.cost + excluded.cost
), by_customer as (
  insert into daily_customers (user_id, day, orders, sold, refunded, cost, deposits, bonuses, corrections)
  select user_id, day, sum(orders), sum(sold), sum(refunded), sum(cost), sum(deposits), sum(bonuses), sum(corrections)
  from days group by user_id, day
  on conflict (user_id, day) do update set orders = daily_customers.orders + excluded.orders,
    sold = daily_customers.sold + excluded.sold, refunded = daily_customers.refunded + excluded.refunded,
    cost = daily_customers.cost + excluded.cost, deposits = daily_customers.deposits + excluded.deposits,
    bonuses = daily_customers.bonuses + excluded.bonuses,
    corrections = daily_customers.corrections + excluded.corrections
)
insert into daily_totals (day, orders, sold, refunded, cost, deposits, bonuses, corrections)
select day, sum(orders), sum(sold), sum(refunded), sum(cost), sum(deposits), sum(bonuses), sum(corrections) from days
group by day
on conflict (day) do update set orders = daily_totals.orders + excluded.orders,
  sold = daily_totals.sold + excluded.sold, refunded = daily_totals.refunded + excluded.refunded,
  cost = daily_totals.cost + excluded.cost, deposits = daily_totals.deposits + excluded.deposits,
  bonuses = daily_totals.bonuses + excluded.bonuses, corrections = daily_totals.corrections + excluded.corrections`
