-- Why a person should look at an order or a deposit was a sentence, and code matched its beginning. It becomes a code
-- with its figures and short texts (src/contract/order-review.ts, deposit-review.ts); the sentence is made where it is
-- shown. A sentence that none of these knows is kept as a `note`, in its own words.
alter table orders
  add column review_code    text,
  add column review_details jsonb,
  add constraint orders_review_has_details check ((review_code is null) = (review_details is null));
alter table deposits
  add column review_code    text,
  add column review_details jsonb,
  add constraint deposits_review_has_details check ((review_code is null) = (review_details is null));

create function pg_temp.rest(said text, beginning text) returns text language sql immutable
  as $$ select substr(said, length(beginning) + 1) $$;

update orders set (review_code, review_details) = (select code, details from (
  select case
    when flag = 'No provider for this service' then array['no_provider']
    when flag like 'Not sent: %' then array['not_sent', 'error', pg_temp.rest(flag, 'Not sent: ')]
    when flag like 'Refused by the provider: %'
      then array['refused', 'error', pg_temp.rest(flag, 'Refused by the provider: ')]
    when flag like 'It is not known whether the provider took it: %'
      then array[case dispatch when 'review' then 'sending_unknown' else 'reply_awaited' end,
        'error', pg_temp.rest(flag, 'It is not known whether the provider took it: ')]
    when flag like 'It held the provider''s order % by mistake: what became of it is not known'
      then array['id_released', 'provider_order', substring(flag from 'order (.*) by mistake: what became')]
    when flag = 'The provider left this order out of its answer' then array['left_out']
    when flag like 'The provider says of this order: %'
      then array['told_error', 'error', pg_temp.rest(flag, 'The provider says of this order: ')]
    when flag like 'The provider uses an unknown status: %'
      then array['unknown_status', 'status', pg_temp.rest(flag, 'The provider uses an unknown status: ')]
    when flag = 'The provider says partial and not how much remains' then array['partial_without_remains']
    when flag = 'The provider says partial, that nothing remains, and takes back a part of its charge'
      then array['partial_nothing_remains']
    when flag = 'The provider says canceled, charges for a part, and does not say how much remains'
      then array['canceled_without_remains']
    when flag = 'The provider says canceled, that nothing remains, and charges for it'
      then array['canceled_nothing_remains']
    when flag like 'After its end, the provider says: %'
      then array['after_end', 'status', pg_temp.rest(flag, 'After its end, the provider says: ')]
    when flag like 'It is not known whether a refill was taken: %'
      then array['refill_unknown', 'error', pg_temp.rest(flag, 'It is not known whether a refill was taken: ')]
    when flag like 'A refill was given up, nobody knows what became of it: %'
      then array['refill_given_up', 'error',
        pg_temp.rest(flag, 'A refill was given up, nobody knows what became of it: ')]
    else array['note', 'text', flag]
  end as words,
  regexp_match(flag, '^The provider answered with its order (.*), which belongs to order (\d{1,15})$') as other,
  regexp_match(flag, '^Sending (\d{1,9}): Taken by the provider as its order (.*) after this was decided otherwise$') as late,
  regexp_match(flag, '^The provider says (partial|canceled) and that (\d{1,15}) remain, in a measure of its own$') as foreign_count,
  regexp_match(flag, '^The provider says canceled, that (\d{1,15}) of (\d{1,15}) remain, and a charge') as unfit
) read cross join lateral (
  select case
    when other is not null then 'id_of_other_order'
    when late is not null then 'accepted_too_late'
    when foreign_count is not null then 'foreign_measure'
    when unfit is not null then 'canceled_charge_unfit'
    else words[1]
  end as code, case
    when other is not null then jsonb_build_object('provider_order', other[1], 'held_by', other[2]::bigint)
    when late is not null then jsonb_build_object('number', late[1]::int, 'provider_order', late[2])
    when foreign_count is not null then jsonb_build_object('status', foreign_count[1], 'remains', foreign_count[2]::bigint)
    when unfit is not null then jsonb_build_object('remains', unfit[1]::bigint, 'whole', unfit[2]::bigint)
    when words[2] is null then '{}'
    else jsonb_build_object(words[2], words[3])
  end as details
) made)
where flag is not null;

-- One in review says why, so that nobody misses it; the first version left some without a word.
update orders set review_code = 'sending_unknown',
  review_details = jsonb_build_object('error', coalesce(left((
    select error from order_attempts
    where order_attempts.user_id = orders.user_id and order_id = orders.id order by number desc limit 1), 500), ''))
where dispatch = 'review' and review_code is null;
alter table orders
  add constraint orders_in_review_say_why check (dispatch <> 'review' or review_code is not null);

update deposits set
  review_code = coalesce(case review_reason
    when 'Less was paid than the invoice asks for' then 'underpaid'
    when 'The gateway is refunding the payment' then 'refunding'
    when 'The gateway could not refund the payment' then 'refund_failed'
    when 'The gateway refunded the payment' then 'refunded'
    when 'The gateway holds the payment back' then 'held_back'
    when 'The invoice is in another currency' then 'other_currency'
    when 'The invoice is for another amount' then 'other_amount'
    when 'It was paid after it was refused' then 'paid_after_refusal'
    when 'More arrived after it was refused' then 'more_after_refusal'
    when 'More arrived than was credited by hand' then 'more_than_credited'
    when 'The gateway never finished this payment' then 'never_finished' end, 'note'),
  review_details = '{}'
where review_reason is not null;
update deposits set review_details = jsonb_build_object('text', review_reason) where review_code = 'note';

alter table orders drop column flag;
drop index deposits_flagged;
alter table deposits drop column review_reason;

-- What a person must look at, among millions of orders: every code but those that are only noted.
create index orders_attention on orders (id)
  where review_code not in ('no_provider', 'not_sent', 'refused', 'reply_awaited');
create index deposits_attention on deposits (id)
  where status = 'review' or (status = 'completed' and review_code is not null);
