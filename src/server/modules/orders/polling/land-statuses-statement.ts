import { lastingReviewCodes } from '#contract/orders/order-review.ts'

import { awaitsFirstCharge } from '#server/modules/orders/state/queue-queries.ts'

import { samplesWithOneMore } from './samples-statement.ts'

const lasting = lastingReviewCodes.map((code) => `'${code}'`).join()

/**
 * Writes what providers said of any number of orders: figures, what needs review, the next check, and every move that a
 * provider's word makes (PROCESSING, COMPLETED, PARTIAL, CANCELED) with the timeline, the refund and its ledger row, the
 * notification and the customers' counters. It is the second statement that writes tables of several modules: a thousand
 * endings are one commit, in which each customer's account is changed once and held for no more than the statement.
 *
 * Parameters, arrays of one length: $1 user, $2 order, $3 provider, $4 its id there, $5 when it was due, $6 the
 * provider's word for its status in our terms or null, $7 as the provider wrote it, $8 start count, $9 remains, $10
 * charge, $11 currency, $12 and $13 code and details of what a person must look at, $14 seconds until the next check,
 * and of a PARTIAL or CANCELED that was judged under its order's lock (judge-short-ending.ts) $15 the status, $16 what
 * was not delivered or null, $17 the refund, $18 what had been refunded before, $19 the refund's event, $20 the notification.
 * A figure that is null leaves what is known; the figures of an order that has ended are those it ended with.
 *
 * Every row is changed from the status that was read: whoever moves an order meanwhile wins, and the provider is asked
 * again. So an answer that comes late, twice or out of order changes nothing twice.
 *
 * Its tx is prepared by `prepareLanding`: every join is a walk through the primary key in the order of the ids. So
 * accounts are locked in that order, as by placing, and after all orders. It takes 30 ms for 500 orders.
 *
 * What was delivered by now is kept on the row that changes anyway (0104): where the order moves on, or by a hundredth of
 * its quantity or more. What a CANCELED counts may be anything, and so may a PARTIAL of nothing.
 *
 * A charge above the cost that was known, or the first one of a supply, is written down too, in the same commit: what the
 * service costs by now is read from it (read-charges.ts).
 *
 * Answers what there is news of: topic, user, id.
 */
export const landStatusesStatement = `
with told as materialized (
  -- Kind and number are columns and no constants: of those the planner believes that few rows have them, until the
  -- queue has been analyzed, and the statement takes 12 s.
  select *, 'order' as kind, 0 as number from unnest($1::int[], $2::bigint[], $3::int[], $4::text[], $5::timestamptz[], $6::text[], $7::text[],
    $8::bigint[], $9::bigint[], $10::numeric(24, 8)[], $11::text[], $12::text[], $13::jsonb[], $14::float8[],
    $15::text[], $16::bigint[], $17::bigint[], $18::bigint[], $19::jsonb[], $20::text[])
    as told (user_id, order_id, provider_id, provider_ref, due_at, word, raw, start_count, remains, charge, currency,
      review_code, review_details, delay, ending, ending_remains, refund, refunded_before, refund_details, ending_notice)
), stood as materialized (
  select told.*, orders.status, coalesce(orders.status in ('PENDING', 'PROCESSING'), false) as is_open,
    orders.status = 'PENDING' and told.word = 'PENDING' and told.remains > 0
      and orders.service_type in ('Package', 'Custom Comments Package') as tells_pieces,
    orders.start_count as start_before, orders.remains as remains_before,
    orders.quantity, orders.samples, orders.created_at,
    orders.review_code as code_before, orders.review_details as details_before,
    coalesce(orders.review_code in (${lasting}), false) as has_lasting_review,
    orders.status not in ('PENDING', 'PROCESSING', 'REFILL') and word <> orders.status and word <> 'PENDING' as is_after_end,
    coalesce(check_queue.is_wanted, false) as is_wanted
  from told left join orders on orders.user_id = told.user_id and orders.id = told.order_id
    -- An id that was taken from the order while it was asked about says nothing of it any more.
    -- By no index: while the planner believes the tables to be empty, that of a provider's orders seems as good as the key.
    and orders.provider_id is not distinct from told.provider_id and orders.provider_order = told.provider_ref
  left join check_queue on check_queue.user_id = told.user_id and check_queue.order_id = told.order_id
    and check_queue.kind = told.kind and check_queue.number = told.number
  order by told.user_id, told.order_id
), judged as materialized (
  select stood.*,
    case when is_open and word = 'COMPLETED' or status = 'PENDING' and word = 'PROCESSING' then word
      when is_open then coalesce(ending, status) else status end as next_status,
    case when is_open then coalesce(start_count, start_before) else start_before end as next_start,
    case when is_open then coalesce(ending_remains, remains, remains_before) else remains_before end as next_remains,
    case when is_after_end then 'after_end' when has_lasting_review then code_before else review_code end as next_code,
    case when is_after_end then jsonb_build_object('status', raw)
      when has_lasting_review then details_before else review_details end as next_details
  from stood
), changed as (
  update orders set status = next_status, start_count = next_start, remains = next_remains, review_code = next_code,
    review_details = next_details, refunded = refunded + refund, samples = case when is_sampled then next_samples else orders.samples end,
    updated_at = case when is_seen then tally_now() else updated_at end
  from (
    select weighed.*, case when is_sampled then ${samplesWithOneMore} end as next_samples
    from (
      select seen.*, is_seen and (next_status <> status
        or abs(delivered - coalesce(samples[cardinality(samples)], 0)) * 100::bigint >= quantity)
        and (word in ('PENDING', 'PROCESSING', 'COMPLETED') or word = 'PARTIAL' and remains between 1 and quantity)
        as is_sampled
      from (
        select judged.*, next_status <> status or next_start is distinct from start_before
          or next_remains is distinct from remains_before as is_seen,
          least(2147483647, greatest(0, extract(epoch from tally_now() - created_at)))::int as seconds,
          -- Who tells no remainder of what is completed has delivered it all.
          greatest(0, least(quantity, quantity - case when next_status = 'COMPLETED' and judged.remains is null then 0
            else coalesce(next_remains, quantity) end))::int as delivered
        from judged
      ) seen
    ) weighed
  ) judged
  where orders.user_id = judged.user_id and orders.id = judged.order_id and orders.status = judged.status
    and orders.provider_order = judged.provider_ref and (ending is null or orders.refunded = refunded_before)
    and (is_seen or next_code is distinct from code_before or next_details is distinct from details_before)
  returning orders.user_id, orders.id as order_id, kind, number, judged.provider_ref, judged.status as status_before,
    orders.status, is_seen, refund, refund_details, ending_notice
), moved as materialized (
  select *, sum(refund) over (partition by user_id)::bigint as refunds,
    sum(refund) over (partition by user_id order by order_id)::bigint as refunds_so_far,
    count(*) filter (where refund > 0) over (partition by user_id) as lines,
    count(*) filter (where refund > 0) over (partition by user_id order by order_id) as lines_so_far
  from changed where status <> status_before order by user_id, order_id
), charged as (
  update order_attempts set
    charge = coalesce(judged.charge, order_attempts.charge),
    charge_currency = coalesce(judged.currency, charge_currency),
    open_charge = case when word in ('PENDING', 'PROCESSING') and judged.charge > 0
      then greatest(open_charge, judged.charge) else open_charge end,
    pieces = coalesce(pieces, case when tells_pieces then judged.remains end)
  from judged
  where order_attempts.user_id = judged.user_id and order_attempts.order_id = judged.order_id and state = 'accepted'
    and is_open
    and (judged.charge <> coalesce(order_attempts.charge, -1)
      or word in ('PENDING', 'PROCESSING') and judged.charge > coalesce(open_charge, 0)
      or tells_pieces and pieces is null)
  returning order_attempts.user_id, order_attempts.order_id, judged.provider_id, judged.currency, judged.charge, cost,
    supply_id
), noted_charge as (
  -- By more than its last figure may be rounded: no panel has fewer than two decimals. Or the supply's first one.
  insert into noted_charges (user_id, order_id, supply_id, charge)
  select user_id, order_id, supply_id, charge from charged
  where charge > 0 and (
    cost > 0 and charge - power(10::numeric, -greatest(2, scale(trim_scale(charge)))) > cost / 100000000.0 / (
      select usd_per_unit from providers where id = charged.provider_id
        and coalesce(charged.currency = providers.currency, true))
    or (select ${awaitsFirstCharge} and coalesce(charged.currency = providers.currency, true)
      from supplies, providers where supplies.id = charged.supply_id and providers.id = charged.provider_id))
  on conflict (user_id, order_id) do update set charge = excluded.charge, supply_id = excluded.supply_id, seen_at = now(),
    read_at = null
  returning user_id, order_id
), noted as (
  insert into order_events (user_id, order_id, type, details)
  select user_id, order_id, type, details from (
    select user_id, order_id, 'status' as type, jsonb_build_object('to', status) as details, 0 as place from moved
    union all select user_id, order_id, 'refund', refund_details, 1 from moved where refund > 0
  ) events order by user_id, order_id, place
), notified as (
  insert into notifications (user_id, code, order_id)
  select user_id, coalesce(ending_notice, 'order_completed'), order_id from moved
  where status in ('COMPLETED', 'PARTIAL', 'CANCELED')
  returning user_id, id
), counted as (
  update accounts set pending = accounts.pending + moves.pending, processing = accounts.processing + moves.processing,
    completed = accounts.completed + moves.completed, partial = accounts.partial + moves.partial,
    canceled = accounts.canceled + moves.canceled, balance = accounts.balance + moves.refunds,
    refunds_total = accounts.refunds_total + moves.refunds, transactions_seq = accounts.transactions_seq + moves.lines
  from (
    select user_id, max(refunds) as refunds, max(lines)::int as lines,
      count(*) filter (where status = 'PARTIAL')::int as partial,
      count(*) filter (where status = 'CANCELED')::int as canceled,
      (count(*) filter (where status = 'PENDING') - count(*) filter (where status_before = 'PENDING'))::int as pending,
      (count(*) filter (where status = 'PROCESSING') - count(*) filter (where status_before = 'PROCESSING'))::int as processing,
      count(*) filter (where status = 'COMPLETED')::int as completed
    from moved group by user_id order by user_id
  ) moves
  where accounts.user_id = moves.user_id
  returning accounts.user_id, balance, transactions_seq
), refunded as (
  insert into transactions (user_id, id, seq, type, from_account, to_account, amount, balance_after, order_id)
  select user_id, nextval('transaction_ids'), transactions_seq - lines + lines_so_far, 'refund', 'revenue', 'customer', refund,
    balance - refunds + refunds_so_far, order_id
  from (
    select moved.*, counted.balance, counted.transactions_seq from moved join counted on counted.user_id = moved.user_id
    where refund > 0 order by moved.user_id, moved.order_id
  ) lines
  returning user_id, order_id
), over as (
  delete from check_queue using (
    select user_id, order_id, kind, number, provider_ref from changed where status not in ('PENDING', 'PROCESSING')
    union all select user_id, order_id, kind, number, provider_ref from judged where not is_open
  ) gone
  where check_queue.user_id = gone.user_id and check_queue.order_id = gone.order_id
    and check_queue.kind = gone.kind and check_queue.number = gone.number
    and check_queue.provider_ref = gone.provider_ref
), next as (
  update check_queue set due_at = now() + make_interval(secs => delay), checked_at = now(), is_wanted = false
  from judged
  where check_queue.user_id = judged.user_id and check_queue.order_id = judged.order_id
    and check_queue.kind = judged.kind and check_queue.number = judged.number and next_status in ('PENDING', 'PROCESSING')
    -- Unless somebody has it asked about sooner since.
    and check_queue.due_at = judged.due_at
)
select 'order' as topic, user_id, order_id as id from changed where is_seen
union all select 'order', user_id, order_id from judged where is_wanted
union all select 'notification', user_id, id from notified
union all select 'balance', user_id, order_id from refunded
union all select 'charge', user_id, order_id from noted_charge`
