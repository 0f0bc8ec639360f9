/**
 * Takes a provider's taking of an order out of the days in which it was counted, as if it had never been, for a taking that is
 * about to be released: $1 user, $2 order, $3 provider, $4 its id there. The opposite of what `count-days-statement.ts` of the
 * reports counts of it, up to where that has come: the sale and what was given back are nobody's again, and neither the cost
 * nor what it was set right by at the order's first end is one. What is not counted yet will be found released.
 *
 * The cost is the attempt's own and exact. What it was set right by is the charge at the provider's rate of the moment in which
 * that was counted, which stands nowhere: the days have sums, no order's share, and the record of staff tells a rate's time,
 * but nothing tells when a day was counted. So it is reckoned at the rate of now. Of a provider in USD that is exact; of another
 * one whose rate was changed since, the charge times that change stays in its day, and where its currency was, all that it was
 * set right by. No rule of the audit sees that. Counting all days anew (scripts/count-anew.ts) takes it out, and reckons every
 * other order of that provider at the rate of now as well.
 *
 * The lock keeps whoever counts from going on until this is committed, and `counted_until` is read under it. It is written, and
 * not only locked, so that a count whose snapshot is of before begins again: it would count the taking that is released. To have all days
 * made anew instead was refused: for one order, the reports would be empty for as long as that takes.
 */
export const uncountTakingStatement = `
with progress as (
  update daily_progress set counted_until = counted_until returning counted_until
), taken as materialized (
  select attempts.user_id, attempts.order_id, attempts.provider_id, attempts.cost, attempts.charge,
    attempts.charge_currency, attempts.finished_at, orders.service_id, orders.price, counted_until
  from progress
  join order_attempts attempts on attempts.user_id = $1 and attempts.order_id = $2
    and attempts.provider_id = $3 and attempts.provider_order = $4
  join orders on orders.user_id = attempts.user_id and orders.id = attempts.order_id
  where attempts.state = 'accepted' and attempts.finished_at < counted_until
), ended as materialized (
  select min(created_at) as at from (
    select created_at from order_events
    where user_id = $1 and order_id = $2 and type = 'status'
      and details ->> 'to' in ('COMPLETED', 'PARTIAL', 'CANCELED', 'REFUNDED', 'FAILED')
    order by id limit 1) first
), facts (at, user_id, service_id, provider_id, orders, sold, refunded, cost) as (
  select finished_at, user_id, service_id, 0, 1, price, 0, 0 from taken
  union all
  select finished_at, user_id, service_id, provider_id, -1, -price, 0, -cost from taken
  union all
  select lines.created_at, taken.user_id, service_id, side.provider_id, 0, 0, side.amount, 0
  from taken join transactions lines on lines.user_id = taken.user_id and lines.order_id = taken.order_id
    and lines.type = 'refund' and lines.created_at >= finished_at and lines.created_at < counted_until
  cross join lateral (values (0, lines.amount), (taken.provider_id, -lines.amount)) side (provider_id, amount)
  union all
  select ended.at, user_id, service_id, provider_id, 0, 0, 0,
    cost - usd_units(charge, providers.usd_per_unit)
  from taken join ended on ended.at >= finished_at and ended.at < counted_until
  join providers on providers.id = taken.provider_id
  where usd_units(charge, providers.usd_per_unit) is not null and coalesce(charge_currency = providers.currency, true)
), days as materialized (
  select facts.*, (at at time zone 'UTC')::date as day from facts
), by_service as (
  insert into daily_services (day, service_id, provider_id, orders, sold, refunded, cost)
  select day, service_id, provider_id, sum(orders), sum(sold), sum(refunded), sum(cost) from days
  group by day, service_id, provider_id
  on conflict (day, service_id, provider_id) do update set orders = daily_services.orders + excluded.orders,
    sold = daily_services.sold + excluded.sold, refunded = daily_services.refunded + excluded.refunded,
    cost = daily_services.cost + excluded.cost
), by_customer as (
  insert into daily_customers (user_id, day, orders, sold, refunded, cost, deposits, bonuses, corrections)
  select user_id, day, 0, 0, 0, sum(cost), 0, 0, 0 from days group by user_id, day
  on conflict (user_id, day) do update set cost = daily_customers.cost + excluded.cost
)
insert into daily_totals (day, orders, sold, refunded, cost, deposits, bonuses, corrections)
select day, 0, 0, 0, sum(cost), 0, 0, 0 from days group by day
on conflict (day) do update set cost = daily_totals.cost + excluded.cost`
