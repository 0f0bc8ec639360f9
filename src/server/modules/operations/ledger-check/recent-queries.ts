import { isPersonalMissing, personalHash, rowHash } from '#server/modules/audit-log/audit-log-rows.ts'
import { isOfKind, postingKinds } from '#server/modules/ledger/posting-kinds.ts'

import { recentMonths } from './months-queries.ts'

/**
 * Tables that a check since the last clean one reads instead of whole tables. New ledger rows are those above the
 * number up to which the last check counted: an account's rows are numbered without gaps under its lock, so none is
 * added below. An order or deposit has changed if a ledger row, event or attempt was written for it: those are found by
 * time, from `since`, which is hours before the last check, because clocks can step back and a tx may have been open.
 */
export const recentTables = (since: Date): readonly string[] => {
  const time = `timestamptz '${since.toISOString()}'`
  return [
    // `offset 0` forces a loop over the accounts. A join would read the whole ledger.
    `create temp table new_lines on commit drop as
     select line.* from accounts left join checked_accounts checked using (user_id)
     cross join lateral (select * from transactions where transactions.user_id = accounts.user_id
       and seq > coalesce(checked.transactions_seq, 0) offset 0) line`,
    `create temp table recent_orders on commit drop as
     select user_id, order_id from new_lines where order_id is not null
     union select user_id, order_id from order_events where created_at >= ${time}
     union select user_id, order_id from order_attempts where finished_at >= ${time}
     union select begun.user_id, begun.order_id from providers cross join lateral (
       select user_id, order_id from order_attempts where provider_id = providers.id and started_at >= ${time} offset 0) begun
     union select user_id, order_id from dispatch_queue where token is not null`,
    `create temp table recent_deposits on commit drop as
     select user_id, deposit_id from new_lines where deposit_id is not null
     union select user_id, id from deposits where completed_at >= ${time}
     union select user_id, id from deposits where reversed > 0`,
    'analyze new_lines, recent_orders, recent_deposits',
    `create temp table part_orders on commit drop as
     select orders.* from recent_orders recent join orders on orders.user_id = recent.user_id and orders.id = recent.order_id`,
    `create temp table part_attempts on commit drop as
     select attempts.* from recent_orders join order_attempts attempts using (user_id, order_id)`,
    `create temp table part_deposits on commit drop as
     select deposits.* from recent_deposits recent
     join deposits on deposits.user_id = recent.user_id and deposits.id = recent.deposit_id`,
    // Each through the index for such rows.
    `create temp table part_lines on commit drop as
     select lines.* from recent_orders join transactions lines using (user_id, order_id) where type = 'order'
     union all select lines.* from recent_orders join transactions lines using (user_id, order_id) where type = 'refund'
     union all select lines.* from recent_deposits recent
     join transactions lines on lines.user_id = recent.user_id and lines.id = recent.deposit_id and lines.deposit_id = lines.id
     union all select lines.* from recent_deposits join transactions lines using (user_id, deposit_id)
     where lines.deposit_id <> lines.id`,
    // Days that were closed since then, or had late additions. Releasing an order's id recounts its days; all days are
    // included if none was counted at the last check, or all were reset since for a recount.
    `create temp table part_days on commit drop as
     select day from (
       select generate_series(
         least(case when days_until is null or recounted_at >= ${time} then first_day else days_until end,
           (${time} at time zone 'UTC')::date),
         current_date + 1, interval '1 day')::date as day
       from (${lastClean}) last, daily_progress, (select (min(created_at) at time zone 'UTC')::date as first_day from users) first
       union select (created_at at time zone 'UTC')::date from new_lines
       union select (at at time zone 'UTC')::date
       from part_attempts cross join jsonb_array_elements(evidence) fact
       cross join lateral (
         select finished_at union all select (fact ->> 'accepted_at')::timestamptz
         union all select created_at from order_events told
         where told.user_id = part_attempts.user_id and told.order_id = part_attempts.order_id
         union all select created_at from part_lines line
         where line.user_id = part_attempts.user_id and line.order_id = part_attempts.order_id) times (at)
       where fact ->> 'code' = 'id_released' and at is not null
     ) days
     where day < (select (counted_until at time zone 'UTC')::date from daily_progress)`,
    'analyze part_orders, part_attempts, part_deposits, part_lines, part_days',
  ]
}

/** The newest check without findings. */
export const lastClean = 'select * from ledger_checks where violations = 0 order by id desc limit 1'

/** CTEs that replace the tables in an invariant's own statement. */
export const withParts = `orders as (select * from part_orders), order_attempts as (select * from part_attempts),
  deposits as (select * from part_deposits), transactions as (select * from part_lines)`

const checkedSums = `select user_id, 'order' as type, orders_total as total from checked_accounts
  union all select user_id, 'refund', refunds_total from checked_accounts
  union all select user_id, 'deposit', deposits_total from checked_accounts
  union all select user_id, 'bonus', bonuses_total from checked_accounts`

/** Providers in USD, except those with an order id released since the last count: its days are recounted within seconds. */
export const settledUsd = (attempts: string) => `select id, currency from providers
  where usd_per_unit = 1 and id not in (
    select provider_id from ${attempts}, daily_progress
    where state = 'unknown' and finished_at < counted_until and tx_id >= pg_snapshot_xmin(counted_snapshot)::text::bigint
      and not pg_visible_in_snapshot(tx_id::text::xid8, counted_snapshot))`

const endings = "('COMPLETED', 'PARTIAL', 'CANCELED', 'REFUNDED', 'FAILED')"
const inDay = (time: string) =>
  `${time} >= day::timestamp at time zone 'UTC' and ${time} < (day + 1)::timestamp at time zone 'UTC'`

/**
 * How each invariant is checked since the last clean check: `part` is its own statement over the parts above, other
 * text is a separate statement. An invariant that is missing here is checked whole: the data it reads stays small.
 */
export const recentChecks: Readonly<Record<string, string>> = {
  'I1.1': `select accounts.user_id from accounts left join checked_accounts checked using (user_id)
    left join (select user_id, sum(signed_amount) as total from new_lines group by user_id) added using (user_id)
    where accounts.balance <> coalesce(checked.balance, 0) + coalesce(added.total, 0)`,
  'I1.2': `with stored as (
      select user_id, 'order' as type, orders_total as total from accounts
      union all select user_id, 'refund', refunds_total from accounts
      union all select user_id, name, amount from account_sums
    ), ledger as (
      select user_id, type, sum(total) as total from (
        ${checkedSums}
        union all select user_id, type, signed_amount from new_lines) lines
      group by user_id, type
    )
    select user_id from stored full join ledger using (user_id, type)
    where coalesce(stored.total, 0) <> coalesce(ledger.total, 0)
    union select user_id from accounts left join stored using (user_id)
    group by user_id, balance having balance <> coalesce(sum(total), 0)`,
  'I1.3': `select user_id, seq from (
      select user_id, seq, balance_after, signed_amount,
        coalesce(checked.transactions_seq, 0) + row_number() over (partition by user_id order by seq) as place,
        coalesce(lag(balance_after) over (partition by user_id order by seq), checked.balance, 0) as balance_before
      from new_lines left join checked_accounts checked using (user_id)
    ) chained
    where seq <> place or balance_after <> balance_before + signed_amount`,
  // Counting orders by status reads their index, a tenth of the table.
  'I1.4': `select accounts.user_id from accounts left join checked_accounts checked using (user_id)
    left join (
      select user_id, count(*) as lines, count(*) filter (where ${isOfKind(postingKinds.order, 'new_lines')}) as orders
      from new_lines group by user_id
    ) added using (user_id)
    left join (
      select user_id, sum(orders) as orders,
        sum(orders) filter (where status = 'PENDING') as pending, sum(orders) filter (where status = 'PROCESSING') as processing,
        sum(orders) filter (where status = 'COMPLETED') as completed, sum(orders) filter (where status = 'PARTIAL') as partial,
        sum(orders) filter (where status = 'REFILL') as refill, sum(orders) filter (where status = 'CANCELED') as canceled,
        sum(orders) filter (where status = 'REFUNDED') as refunded, sum(orders) filter (where status = 'FAILED') as failed
      from (select user_id, status, count(*) as orders from orders group by user_id, status) by_status group by user_id
    ) counted using (user_id)
    where accounts.transactions_seq <> coalesce(checked.transactions_seq, 0) + coalesce(lines, 0)
      or accounts.orders_seq <> coalesce(checked.orders_seq, 0) + coalesce(added.orders, 0)
      or accounts.orders_seq <> coalesce(counted.orders, 0)
      or accounts.pending <> coalesce(counted.pending, 0) or accounts.processing <> coalesce(counted.processing, 0)
      or accounts.completed <> coalesce(counted.completed, 0) or accounts.partial <> coalesce(counted.partial, 0)
      or accounts.refill <> coalesce(counted.refill, 0) or accounts.canceled <> coalesce(counted.canceled, 0)
      or accounts.refunded <> coalesce(counted.refunded, 0) or accounts.failed <> coalesce(counted.failed, 0)`,
  'I2.1': `select user_id from accounts where balance < 0
    union all select user_id from new_lines where balance_after < 0`,
  'I2.3': 'part',
  'I3.1': 'part',
  'I3.2': 'part',
  'I3.3': 'part',
  'I3.4': 'part',
  'I4.1': 'part',
  'I4.2': 'part',
  'I4.3': 'part',
  'I4.4': 'part',
  'I4.5': 'part',
  'I4.6': 'part',
  'I4.7': 'part',
  'I5.1': 'part',
  'I5.2': 'part',
  'I5.3': 'part',
  'I5.4': 'part',
  'I7.5': 'part',
  'I7.6': 'part',
  R4: recentMonths,
  R1: `with ledger as (
      select user_id, day,
        sum(amount) filter (where type = 'order') as sold, sum(amount) filter (where type = 'refund') as refunded,
        sum(signed_amount) filter (where type = 'deposit') as deposits,
        sum(signed_amount) filter (where type = 'bonus' and deposit_id is not null) as bonuses,
        sum(signed_amount) filter (where type = 'bonus' and deposit_id is null) as corrections,
        count(*) filter (where type = 'order') as orders
      from part_days cross join lateral (select * from transactions where ${inDay('created_at')} offset 0) lines
      group by user_id, day
    )
    select user_id, day from ledger
    full join (select daily_customers.* from part_days join daily_customers using (day)) counted using (user_id, day)
    where coalesce(ledger.orders, 0) <> coalesce(counted.orders, 0) or coalesce(ledger.sold, 0) <> coalesce(counted.sold, 0)
      or coalesce(ledger.refunded, 0) <> coalesce(counted.refunded, 0)
      or coalesce(ledger.deposits, 0) <> coalesce(counted.deposits, 0)
      or coalesce(ledger.bonuses, 0) <> coalesce(counted.bonuses, 0)
      or coalesce(ledger.corrections, 0) <> coalesce(counted.corrections, 0)`,
  R3: `with usd as (
      ${settledUsd('part_attempts')}
    ), costs as (
      select provider_id, day, cost
      from part_days cross join lateral (
        select provider_id, cost from order_attempts where ${inDay('finished_at')} and state = 'accepted' offset 0) taken
      union all
      select provider_id, day, usd_units(charge, 1) - cost
      from part_days cross join lateral (
        select user_id, order_id, created_at from order_events told
        where ${inDay('created_at')} and type = 'status' and details ->> 'to' in ${endings}
          and not exists (
            select from order_events earlier where earlier.user_id = told.user_id and earlier.order_id = told.order_id
              and earlier.id < told.id and earlier.type = 'status' and earlier.details ->> 'to' in ${endings})
        offset 0) ended
      join order_attempts using (user_id, order_id) join usd on usd.id = provider_id
      where state = 'accepted' and finished_at <= ended.created_at and usd_units(charge, 1) is not null
        and coalesce(charge_currency = usd.currency, true)
    )
    select provider_id, day from (select provider_id, day, sum(cost) as cost from costs group by 1, 2) costs
    full join (
      select provider_id, day, sum(cost) as cost from part_days join daily_services using (day) group by 1, 2
    ) counted using (provider_id, day)
    join usd on usd.id = provider_id
    where coalesce(costs.cost, 0) <> coalesce(counted.cost, 0)`,
  S1: `with last as (
      select coalesce(audit_number, 0) as last_number, coalesce(audit_hash, ''::bytea) as last_hash from (${lastClean}) clean
    )
    select number from (
      select number, hash, previous_hash, ${rowHash} as hash_now, personal, personal_hash,
        ${personalHash} as personal_hash_now, subject, subject_id,
        last_number + row_number() over (order by number) as place,
        lag(hash, 1, last_hash) over (order by number) as hash_before
      from last join audit_log on number > last_number
    ) chained
    where number <> place or previous_hash <> hash_before or personal_hash <> personal_hash_now or hash <> hash_now
      or ${isPersonalMissing('chained')}
    union all select last_number from last where last_number > 0 and not exists (
      select from audit_log where number = last_number and hash = last_hash)`,
}
