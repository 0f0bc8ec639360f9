import { CompiledQuery, type Kysely, sql } from 'kysely'

import { encodeCarried } from '#contract/base/codes.ts'
import { type Money, ZERO } from '#contract/base/money.ts'
import { toStoredDetails } from '#contract/base/stored-details.ts'
import { orderEvents } from '#contract/orders/order-events.ts'
import { lastingReviewCodes, type OrderReview } from '#contract/orders/order-review.ts'
import { limits } from '#contract/base/limits.ts'
import type { ProviderOrderStatus } from '#server/integrations/panels/panel.ts'
import type { Context } from '#server/context.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import { massOrderOf } from '#server/modules/orders/mass-orders/mass-order-ranges.ts'
import { awaitsFirstCharge } from '#server/modules/orders/state/queue-queries.ts'
import { toReviewColumns } from '#server/modules/orders/state/review-queries.ts'

import type { DuePoll } from './make-poll-list.ts'

/**
 * SQL: an order's delivery samples with one more, on a row with `samples`, `seconds` and `delivered`. When full, drops
 * the one that forms the smallest triangle with its neighbours, which changes the curve least. The first and the newest
 * stay.
 */
const samplesWithOneMore = `case
  when coalesce(cardinality(samples), 0) < ${limits.orderSamplesMax * 2} then samples || array[seconds, delivered]
  else (
    with points as (
      select place, samples[place * 2 - 1]::bigint as x, samples[place * 2]::bigint as y
      from generate_series(1, ${limits.orderSamplesMax}) place
    ), measured as (
      select place, x, y, abs((x - lag(x) over line) * (lead(y, 1, delivered::bigint) over line - lag(y) over line)
        - (lead(x, 1, seconds::bigint) over line - lag(x) over line) * (y - lag(y) over line)) as area
      from points window line as (order by place)
    )
    select array_agg(figure::int order by place, nth)
    from measured, lateral (values (1, x), (2, y)) as pair (nth, figure)
    where place <> (select place from measured where area is not null order by area, place limit 1)
  ) || array[seconds, delivered] end`

/** SQL: the same as `toSold`. A package counts pieces, not its quantity. */
const soldDetails = `jsonb_strip_nulls(jsonb_build_object('service', service_name) || case
    when service_type in ('Package', 'Custom Comments Package') then '{}'::jsonb
    else jsonb_build_object('quantity', quantity, 'delivered', greatest(0, quantity - ending_remains)) end)`

const lasting = lastingReviewCodes.map((code) => `'${code}'`).join()

/**
 * Writes any number of status answers: figures, reviews, the next poll, and every status change (PROCESSING,
 * COMPLETED, PARTIAL, CANCELED) with timeline, refund and ledger row, notification and counters. One of two
 * statements that write tables of several modules: a thousand endings are one commit, in which each account is
 * changed once and locked only for the statement.
 *
 * Parameters, arrays of one length: $1 user, $2 order, $3 provider, $4 its id there, $5 when it was due, $6 the
 * status in our terms or null, $7 as the provider wrote it, $8 start count, $9 remains, $10 charge, $11 currency,
 * $12 and $13 code and details of a review, $14 seconds until the next poll, and for a PARTIAL or CANCELED worked
 * out under its order's lock (land-statuses.ts) $15 the status, $16 what was not delivered or null, $17 the
 * refund, $18 what had been refunded before, $19 the details of the refund event, $20 the notification. A null
 * figure keeps the known one; figures of an ended order do not change.
 *
 * Every row is changed from the status that was read: a concurrent change wins, and the provider is polled again.
 * So late, repeated or reordered answers change nothing twice.
 *
 * `prepareLanding` must run first in the tx: every join walks the primary key in ascending order, so accounts are
 * locked in that order, as by placing, and after all orders. Takes 30 ms for 500 orders.
 *
 * The delivered amount is stored with the row when its status changes or by at least a hundredth of its quantity.
 * Figures of a CANCELED, or of a PARTIAL with nothing delivered, may be anything and are not stored.
 *
 * A charge above the known cost, or the first one of a supply, is recorded in the same commit for read-charges.ts.
 *
 * `onShard` is what a cluster needs of each table: all answers are of one shard.
 *
 * Returns the events to publish: topic, user, id.
 */
const landStatusesStatement = (onShard: (table: string) => string) => `
with answers as materialized (
  -- Kind and number are columns, not constants: for constants the planner expects few rows until the queue is
  -- analyzed, and the statement takes 12 s.
  select *, 'order' as kind, 0 as number from unnest($1::int[], $2::bigint[], $3::int[], $4::text[], $5::timestamptz[], $6::text[], $7::text[],
    $8::bigint[], $9::bigint[], $10::numeric(24, 8)[], $11::text[], $12::text[], $13::jsonb[], $14::float8[],
    $15::text[], $16::bigint[], $17::bigint[], $18::bigint[], $19::jsonb[], $20::text[])
    as answers (user_id, order_id, provider_id, provider_ref, due_at, word, raw, start_count, remains, charge, currency,
      review_code, review_details, delay, ending, ending_remains, refund, refunded_before, refund_details, ending_notice)
), matched as materialized (
  select answers.*, orders.status, coalesce(orders.status in ('PENDING', 'PROCESSING'), false) as is_open,
    orders.status = 'PENDING' and answers.word = 'PENDING' and answers.remains > 0
      and orders.service_type in ('Package', 'Custom Comments Package') as tells_pieces,
    orders.start_count as start_before, orders.remains as remains_before,
    orders.quantity, orders.samples, orders.created_at,
    orders.review_code as code_before, orders.review_details as details_before,
    coalesce(orders.review_code in (${lasting}), false) as has_lasting_review,
    orders.status not in ('PENDING', 'PROCESSING', 'REFILL') and word <> orders.status and word <> 'PENDING' as is_after_end,
    coalesce(poll_queue.is_urgent, false) as is_urgent,
    -- Here, since Citus takes no such functions in an update.
    tally_now() as seen_at, now() + make_interval(secs => delay) as next_due_at
  from answers left join orders on orders.user_id = answers.user_id and orders.id = answers.order_id
    -- An id removed from the order meanwhile says nothing about it. Not by an index: on tables believed to be empty
    -- the planner would prefer a provider's index to the key.
    and orders.provider_id is not distinct from answers.provider_id and orders.provider_order = answers.provider_ref${onShard('orders')}
  left join poll_queue on poll_queue.user_id = answers.user_id and poll_queue.order_id = answers.order_id
    and poll_queue.kind = answers.kind and poll_queue.number = answers.number${onShard('poll_queue')}
  order by answers.user_id, answers.order_id
), judged as materialized (
  select matched.*,
    case when is_open and word = 'COMPLETED' or status = 'PENDING' and word = 'PROCESSING' then word
      when is_open then coalesce(ending, status) else status end as next_status,
    case when is_open then coalesce(start_count, start_before) else start_before end as next_start,
    case when is_open then coalesce(ending_remains, remains, remains_before) else remains_before end as next_remains,
    case when is_after_end then 'after_end' when has_lasting_review then code_before else review_code end as next_code,
    case when is_after_end then jsonb_build_object('status', raw)
      when has_lasting_review then details_before else review_details end as next_details
  from matched
), changed as (
  update orders set status = next_status, start_count = next_start, remains = next_remains, review_code = next_code,
    review_details = next_details, refunded = refunded + refund, samples = case when is_sampled then next_samples else orders.samples end,
    updated_at = case when is_seen then judged.seen_at else updated_at end
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
          least(2147483647, greatest(0, extract(epoch from seen_at - created_at)))::int as seconds,
          -- A completed order without a reported remainder is fully delivered.
          greatest(0, least(quantity, quantity - case when next_status = 'COMPLETED' and judged.remains is null then 0
            else coalesce(next_remains, quantity) end))::int as delivered
        from judged
      ) seen
    ) weighed
  ) judged
  where orders.user_id = judged.user_id and orders.id = judged.order_id and orders.status = judged.status${onShard('orders')}
    and orders.provider_order = judged.provider_ref and (ending is null or orders.refunded = refunded_before)
    and (is_seen or next_code is distinct from code_before or next_details is distinct from details_before)
  returning orders.user_id, orders.id as order_id, kind, number, judged.provider_ref, judged.status as status_before,
    orders.status, is_seen, refund, refund_details, ending_notice, ending_remains, orders.seq, orders.quantity,
    orders.service_name, orders.service_type
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
    and is_open${onShard('order_attempts')}
    and (judged.charge <> coalesce(order_attempts.charge, -1)
      or word in ('PENDING', 'PROCESSING') and judged.charge > coalesce(open_charge, 0)
      or tells_pieces and pieces is null)
  returning order_attempts.user_id, order_attempts.order_id, judged.provider_id, judged.currency, judged.charge, cost,
    supply_id
), noted_charge as (
  -- Higher by more than rounding of the last digit (panels have at least two decimals), or the supply's first
  -- charge.
  insert into observed_charges (user_id, order_id, supply_id, charge)
  select user_id, order_id, supply_id, charge from charged
  where charge > 0 and (
    cost > 0 and charge - power(10::numeric, -greatest(2, scale(trim_scale(charge)))) > cost / 100000000.0 / (
      select usd_per_unit from providers where id = charged.provider_id
        and coalesce(charged.currency = providers.currency, true))
    or (select ${awaitsFirstCharge} and coalesce(charged.currency = providers.currency, true)
      from supplies, providers where supplies.id = charged.supply_id and providers.id = charged.provider_id))
  on conflict (user_id, order_id) do update set charge = excluded.charge, supply_id = excluded.supply_id,
    seen_at = excluded.seen_at, read_at = null, due_at = excluded.due_at, lease = null, tries = 0, failed_at = null
  returning user_id, order_id
), noted as (
  insert into order_events (user_id, order_id, type, details)
  select user_id, order_id, type, details from (
    select user_id, order_id, 'status' as type, jsonb_build_object('to', status) as details, 0 as place from moved
    union all select user_id, order_id, 'refund', refund_details, 1 from moved where refund > 0
  ) events order by user_id, order_id, place
), ended as materialized (
  -- Apart from the insert: one that reads a table would take its ids from a sequence of that table's machine.
  select moved.*, ${massOrderOf('moved', onShard('range'))} as mass_order
  from moved where status in ('COMPLETED', 'PARTIAL', 'CANCELED')
), notified as (
  insert into notifications (user_id, code, order_id, mass_order_id, details)
  select user_id, coalesce(ending_notice, 'order_completed'), order_id, mass_order, ${soldDetails} from ended
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
  where accounts.user_id = moves.user_id${onShard('accounts')}
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
  delete from poll_queue using (
    select user_id, order_id, kind, number, provider_ref from changed where status not in ('PENDING', 'PROCESSING')
    union all select user_id, order_id, kind, number, provider_ref from judged where not is_open
  ) gone
  where poll_queue.user_id = gone.user_id and poll_queue.order_id = gone.order_id
    and poll_queue.kind = gone.kind and poll_queue.number = gone.number
    and poll_queue.provider_ref = gone.provider_ref${onShard('poll_queue')}
), next as (
  update poll_queue set due_at = next_due_at, polled_at = now(), is_urgent = false
  from judged
  where poll_queue.user_id = judged.user_id and poll_queue.order_id = judged.order_id
    and poll_queue.kind = judged.kind and poll_queue.number = judged.number and next_status in ('PENDING', 'PROCESSING')
    -- Unless an earlier poll was requested meanwhile.
    and poll_queue.due_at = judged.due_at${onShard('poll_queue')}
)
select 'order' as topic, user_id, order_id as id from changed where is_seen
union all select 'order', user_id, order_id from judged where is_urgent
union all select 'notification', user_id, id from notified
union all select 'balance', user_id, order_id from refunded
union all select 'charge', user_id, order_id from noted_charge`

/** A status answer about one order; undefined figures keep the known ones. */
export type StatusAnswer = {
  poll: DuePoll & { provider_ref: string }
  /** The status in our terms; undefined when none was understood. */
  word: ProviderOrderStatus | undefined
  raw: string
  startCount: number | undefined
  remains: number | undefined
  charge: string | undefined
  currency: string | undefined
  /** A reason for review. Without one, a review opened by an earlier answer ends. */
  review: OrderReview | undefined
  nextPollSeconds: number
}

/** How a PARTIAL or CANCELED order ends, determined under the order's lock (land-statuses.ts). */
export type Ending = {
  to: 'PARTIAL' | 'CANCELED'
  /** The undelivered quantity the refund is based on; undefined keeps the provider's figure. */
  remains: number | undefined
  /** Units of USD: from 0 to what has not been refunded yet. */
  refund: Money
  /** What had been refunded when the refund was determined. */
  refundedBefore: bigint
  notification: 'order_partial' | 'order_canceled' | 'order_canceled_in_part'
}

/** Without an ending, PARTIAL and CANCELED only change figures. */
export type JudgedAnswer = StatusAnswer & { ending: Ending | undefined }

export type LandedEvent = {
  topic: 'order' | 'notification' | 'charge' | 'balance'
  user_id: number
  id: bigint
}

/** Rows locked by others for longer are postponed. */
const LOCK_MS = 500

/**
 * Must run first in the tx of `writeStatuses`. A row locked for long must not hold up the others, and joins must
 * walk primary keys in order. Only bitmap scans stay on, since they need a condition:
 * anything else may read a whole table that the planner believes to be empty, such as a queue that just filled.
 * There 500 orders among 30,000 took 25 s.
 */
export async function prepareLanding(tx: Tx): Promise<void> {
  await sql`select set_config('lock_timeout', ${`${LOCK_MS}ms`}, true), set_config('enable_hashjoin', 'off', true),
    set_config('enable_mergejoin', 'off', true), set_config('enable_seqscan', 'off', true),
    set_config('enable_indexscan', 'off', true), set_config('enable_indexonlyscan', 'off', true),
    set_config('enable_bitmapscan', 'on', true)`.execute(tx)
}

const [statement, shardStatement] = [
  landStatusesStatement(() => ''),
  landStatusesStatement((table) => ` and ${table}.user_id = any ($1::int[])`),
]

/** Writes the answers with the statement; `prepareLanding` must have run in the tx. On a cluster they are of one shard. */
export async function writeStatuses(
  { cluster }: Pick<Context, 'cluster'>,
  db: Kysely<DB>,
  answers: readonly JudgedAnswer[],
): Promise<LandedEvent[]> {
  const reviews = answers.map(({ review }) => toReviewColumns(review ?? null))
  const { rows } = await db.executeQuery<LandedEvent>(
    CompiledQuery.raw(cluster === undefined ? statement : shardStatement, [
      answers.map(({ poll }) => poll.user_id),
      answers.map(({ poll }) => poll.order_id),
      answers.map(({ poll }) => poll.provider_id),
      answers.map(({ poll }) => poll.provider_ref),
      answers.map(({ poll }) => poll.due_at),
      answers.map(({ word }) => word ?? null),
      answers.map(({ raw }) => raw),
      answers.map(({ startCount }) => startCount ?? null),
      answers.map(({ remains }) => remains ?? null),
      answers.map(({ charge }) => charge ?? null),
      answers.map(({ currency }) => currency ?? null),
      reviews.map(({ review_code: code }) => code),
      reviews.map(({ review_details: details }) => details),
      answers.map(({ nextPollSeconds }) => nextPollSeconds),
      answers.map(({ ending }) => ending?.to ?? null),
      answers.map(({ ending }) => ending?.remains ?? null),
      answers.map(({ ending }) => ending?.refund ?? 0n),
      answers.map(({ ending }) => ending?.refundedBefore ?? null),
      answers.map(({ ending }) => toRefundDetails(ending?.refund ?? ZERO)),
      answers.map(({ ending }) => ending?.notification ?? null),
    ]),
  )
  return rows
}

function toRefundDetails(amount: Money): string {
  return toStoredDetails(encodeCarried(orderEvents, { code: 'refund', details: { amount } }))
}
