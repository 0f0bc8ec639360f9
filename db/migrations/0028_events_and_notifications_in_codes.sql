-- A line of an order's timeline and a notification were English sentences, of which nobody could make another language's.
-- They become codes with what these carry (src/contract/order-events.ts, notification-codes.ts) and the id of what they
-- are about; the sentence is made where it is shown. One that none of the patterns knows is kept as a note of its text.
create function pg_temp.usd(shown text) returns numeric language sql immutable
  as $$ select trim_scale(replace(shown, ',', '')::numeric) $$;

alter table order_events add column details jsonb not null default '{}';

-- Those that say it all by their type stay as they are: they are half of the table.
update order_events set (type, details) = (
  select
    case
      when type = 'status' and status is not null or type = 'refund' and amount is not null
        or type = 'refill' and ending is not null or type = 'staff' and decided is not null then type
      when type in ('staff', 'evidence') then 'staff_note'
      else 'note'
    end,
    case
      when type = 'status' and status is not null then jsonb_build_object('to', status[1])
      when type = 'refund' and amount is not null then jsonb_build_object('amount', pg_temp.usd(amount[1]))
      when type = 'refill' and ending is not null then jsonb_build_object('ending', ending)
      when type = 'staff' and decided is not null then jsonb_strip_nulls(jsonb_build_object(
        'decision', case decided[1] when 'Refunded' then 'refund' when 'Sent again' then 'retry' when 'Completed' then 'complete'
          when 'Canceled' then 'cancel' when 'Looked at' then 'dismiss' when 'Released the provider''s order id' then 'release'
          else 'exists' end,
        'by', decided[3]::int, 'reason', decided[4], 'provider_order', decided[2]))
      else jsonb_build_object('text', message)
    end
  from (select
    regexp_match(message, '^Status Changed to (PENDING|PROCESSING|COMPLETED|PARTIAL|REFILL|CANCELED|REFUNDED|FAILED)$') as status,
    regexp_match(message, '^Refunded \$(\d[\d,]{0,12}\.\d{2,8})$') as amount,
    case message when 'Refill Completed' then 'completed' when 'Refill Rejected' then 'rejected'
      when 'Refill Not Confirmed' then 'given_up' end as ending,
    regexp_match(message, '^(Refunded|Sent again|Completed|Canceled|Looked at|Released the provider''s order id|Found at the provider as (.{1,100}?)) by user (\d{1,9})(?:: (.*))?$') as decided
  ) read)
where (type, message) not in (('created', 'Order Created'), ('cancel', 'Cancellation Requested'));
alter table order_events drop column message;

alter table notifications
  add column code       text,
  add column details    jsonb not null default '{}',
  -- What it is about, so that it leads there.
  add column order_id   bigint,
  add column deposit_id bigint;
update notifications set (code, details, order_id, deposit_id) = (
  select
    case
      when about is not null then case about[2]
        when 'is completed' then 'order_completed'
        when 'failed and was refunded' then 'order_failed'
        when 'was delivered in part; the rest was refunded' then 'order_partial'
        when 'was canceled and refunded' then 'order_canceled'
        when 'was canceled; what was not delivered was refunded' then 'order_canceled_in_part'
        else 'order_refunded' end
      when received is not null then 'payment_received'
      when refused is not null then 'payment_refused'
      else 'note'
    end,
    case
      when about is not null then '{}'
      when received is not null then jsonb_build_object(
        'amount', pg_temp.usd(received[1]), 'bonus', pg_temp.usd(coalesce(received[2], '0')))
      when refused is not null then jsonb_build_object('amount', pg_temp.usd(refused[1]))
      else jsonb_build_object('text', message)
    end,
    about[1]::bigint,
    -- Written in the same tx as the line of the ledger, so at the same time.
    case when received is not null then (
      select paid.id from transactions paid
      where paid.user_id = notifications.user_id and paid.type = 'deposit' and paid.created_at = notifications.created_at
      order by paid.id limit 1) end
  from (select
    regexp_match(message, '^Order #(\d{1,15}) (is completed|failed and was refunded|was delivered in part; the rest was refunded|was canceled and refunded|was canceled; what was not delivered was refunded|was refunded)$') as about,
    regexp_match(message, '^Your payment of \$(\d[\d,]{0,12}\.\d\d) was received\.(?: A bonus of \$(\d[\d,]{0,12}\.\d\d) was added\.)?$') as received,
    regexp_match(message, '^Your payment of \$(\d[\d,]{0,12}\.\d\d) could not be credited\. Please contact support\.$') as refused
  ) read);
alter table notifications alter column code set not null, drop column type, drop column message;
