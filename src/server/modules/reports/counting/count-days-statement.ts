import { allFigures, orderFigures } from './figures.ts'

/** Final statuses of an order, as SQL; a refill may reopen it, and it then ends again. */
export const endings = "('COMPLETED', 'PARTIAL', 'CANCELED', 'REFUNDED', 'FAILED')"

/** Written by a tx that was not visible when the time before $1 was counted. */
const isUnseen = `tx_id >= (select pg_snapshot_xmin(counted_snapshot)::text::bigint from daily_progress)
    and not pg_visible_in_snapshot(tx_id::text::xid8, (select counted_snapshot from daily_progress))`

/**
 * A row whose time is already counted but that was not visible then: the clock went back, or its tx was open for long.
 * With these, the counted rows are exactly those before the slice's end that this snapshot sees. The times are written
 * so that no index by time matches: only the index by tx finds few rows here.
 */
const isLate = (time: string) => `$3::boolean and (${time} < $1) is true
    and coalesce(${time} >= (select late_from from daily_progress), true) and ${isUnseen}`

/** As SQL: adds the new figures to an existing row on conflict. */
const adding = (table: string, figures: readonly string[]) =>
  figures.map((figure) => `${figure} = ${table}.${figure} + excluded.${figure}`).join(', ')

const monthOf = `date_trunc('month', day::timestamp)::date`
/** Late rows of a day that is already in its month. */
const isOfEndedDay = `day < ($1 at time zone 'UTC')::date`

/**
 * Counts a slice of time: $1 its beginning, $2 its end (exclusive), $3 whether to add what came late. It adds to the days, so
 * a row must be counted once: under the snapshot of the tx that moves `daily_progress` from $1 to $2 and stores that snapshot.
 *
 * A sale belongs to the day of its ledger row, a refund to its own day, a cost to the day on which the provider took the
 * order, at the rate known then. The difference to what the provider charged in the end belongs to the day on which the order
 * first ended; from then on its charge does not change. A sale has no provider (0) until one takes it, and moves to it on that
 * day; a refund is with the provider that had taken the order by then. A charge that is not an amount (`usd_units`) is ignored.
 *
 * Each join follows keys from rows that the three indexes by time found. 50,000 orders with their endings took 4 s on a
 * machine under twelve times the load it can handle.
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
    case when type = 'deposit' then signed_amount else 0 end,
    case when type = 'bonus' and deposit_id is not null then signed_amount else 0 end,
    case when type = 'bonus' and deposit_id is null then signed_amount else 0 end
  from lines where type in ('deposit', 'bonus')
), days as materialized (
  select (at at time zone 'UTC')::date as day, facts.* from facts
), by_service as (
  insert into daily_services (day, service_id, provider_id, orders, sold, refunded, cost)
  select day, service_id, provider_id, sum(orders), sum(sold), sum(refunded), sum(cost) from days
  where service_id is not null group by day, service_id, provider_id
  having sum(orders) <> 0 or sum(sold) <> 0 or sum(refunded) <> 0 or sum(cost) <> 0
  on conflict (day, service_id, provider_id) do update set ${adding('daily_services', orderFigures)}
), by_customer as (
  insert into daily_customers (user_id, day, orders, sold, refunded, cost, deposits, bonuses, corrections)
  select user_id, day, sum(orders), sum(sold), sum(refunded), sum(cost), sum(deposits), sum(bonuses), sum(corrections)
  from days group by user_id, day
  on conflict (user_id, day) do update set ${adding('daily_customers', allFigures)}
), late_by_service as (
  insert into monthly_services (month, service_id, provider_id, orders, sold, refunded, cost)
  select ${monthOf}, service_id, provider_id, sum(orders), sum(sold), sum(refunded), sum(cost) from days
  where service_id is not null and ${isOfEndedDay} group by 1, 2, 3
  on conflict (month, service_id, provider_id) do update set ${adding('monthly_services', orderFigures)}
), late_by_customer as (
  insert into monthly_customers (user_id, month, orders, sold, refunded, cost, deposits, bonuses, corrections)
  select user_id, ${monthOf}, sum(orders), sum(sold), sum(refunded), sum(cost), sum(deposits), sum(bonuses), sum(corrections)
  from days where ${isOfEndedDay} group by 1, 2
  on conflict (user_id, month) do update set ${adding('monthly_customers', allFigures)}
), recently as (
  insert into recent_totals (since, orders, sold, refunded, cost)
  select date_bin('10 minutes', at, timestamptz '2000-01-01 00:00:00Z'), sum(orders), sum(sold), sum(refunded), sum(cost)
  from days group by 1
  on conflict (since) do update set ${adding('recent_totals', orderFigures)}
)
insert into daily_totals (day, orders, sold, refunded, cost, deposits, bonuses, corrections)
select day, sum(orders), sum(sold), sum(refunded), sum(cost), sum(deposits), sum(bonuses), sum(corrections) from days
group by day
on conflict (day) do update set ${adding('daily_totals', allFigures)}`

/** Adds a day's figures ($1) to its month; $2 is 1, or -1 to take out what was added. */
export const addToMonthsStatement = addToMonths({
  days: 'day = $1::date',
  take: (figure) => `$2::int * ${figure}`,
})

/** The same for all days before $1 at once, into empty months; a database that is being filled has no keys yet. */
export const addAllMonthsStatement = addToMonths({
  days: "day < ($1::timestamptz at time zone 'UTC')::date",
  take: (figure) => `sum(${figure})`,
  isFirst: true,
})

type Months = { days: string; take: (figure: string) => string; isFirst?: boolean }

function addToMonths({ days, take, isFirst = false }: Months): string {
  const into = (kind: 'services' | 'customers', key: string, figures: readonly string[]) => `
  insert into monthly_${kind} (${key}, month, ${figures.join(', ')})
  select ${key}, ${monthOf} as month, ${figures.map(take).join(', ')} from daily_${kind} where ${days}
  ${isFirst ? `group by month, ${key}` : ''} order by month, ${key}
  ${isFirst ? '' : `on conflict (${key}, month) do update set ${adding(`monthly_${kind}`, figures)}`}`
  return `with by_service as (${into('services', 'service_id, provider_id', orderFigures)})
  ${into('customers', 'user_id', allFigures)}`
}

/**
 * The days to recount because a provider's order id was released since the last slice ($1 and $2 as above), as UTC
 * bounds up to $2: the day when the provider accepted the order, and those of its refunds and endings. The release
 * marks its attempt with evidence and with its tx; the evidence has the time of acceptance, since a later decision that
 * the order exists gives the attempt a new one. In a database restored into another cluster the old tx ids mean
 * nothing: earlier releases are ignored by their time.
 */
export const releasedDaysStatement = `
with released as (
  select user_id, order_id, coalesce((fact ->> 'accepted_at')::timestamptz, finished_at) as accepted_at
  from order_attempts cross join lateral jsonb_array_elements(evidence) fact
  where ${isUnseen} and fact ->> 'code' = 'id_released'
    and coalesce((fact ->> 'released_at')::timestamptz >= (select late_from from daily_progress), true)
    and coalesce((fact ->> 'accepted_at')::timestamptz, finished_at) < $1
), times (at) as (
  select accepted_at from released
  union all
  select lines.created_at from released
  join transactions lines on lines.user_id = released.user_id and lines.order_id = released.order_id and lines.type = 'refund'
  union all
  select ended.created_at from released
  join order_events ended on ended.user_id = released.user_id and ended.order_id = released.order_id
    and ended.type = 'status' and ended.details ->> 'to' in ${endings}
)
select distinct (at at time zone 'UTC')::date::text as day, date_trunc('day', at, 'UTC') as "from",
  least($2, date_trunc('day', at, 'UTC') + interval '24 hours') as until
from times where at < $2 order by day`
