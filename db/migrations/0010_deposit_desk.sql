-- Deposits that a person decides, and none that nobody asks about. Until now one in review could not be left:
-- staff adjusted the balance by hand, and a payment that came later was credited as well.
alter table deposits
  -- What the gateway says arrived, in USD and in the payer's own words ("10.5 USDT"): laid before a person, and
  -- what a credit by hand posts unless another amount is said. No automatic credit ever reads it.
  add column arrived         bigint check (arrived >= 0),
  add column arrived_as      text,
  -- When the gateway last answered about it, unlike checked_at, which is when it was last asked.
  add column answered_at     timestamptz(3),
  -- What a person credited instead of the invoice's amount.
  add column credited_amount bigint check (credited_amount > 0),
  -- A person said that it is not credited. A payment after that goes back to a person.
  add column refused_at      timestamptz(3),
  add constraint deposits_credited_when_completed check (credited_amount is null or status = 'completed'),
  add constraint deposits_refused_is_not_completed check (refused_at is null or status <> 'completed');

-- Whoever was ended between the row and the gateway's invoice left a deposit without a time at which it is asked
-- about. From here on each open one has it, and a credited one is left alone.
update deposits set check_at = tally_now() where status = 'pending' and check_at is null;
update deposits set check_at = null where status = 'completed' and check_at is not null;
alter table deposits add constraint deposits_open_is_asked_about
  check (case status when 'pending' then check_at is not null when 'completed' then check_at is null else true end);

-- The desk lists by id, of one status, or what a person should look at: in review, or credited and refunded since.
drop index deposits_in_review;
create index deposits_by_id on deposits (id);
create index deposits_by_status on deposits (status, id);
create index deposits_flagged on deposits (id)
  where status = 'review' or (status = 'completed' and review_reason is not null);

-- Read notifications are deleted when they are old, some at a time.
create index notifications_read_age on notifications (created_at) where is_read;
