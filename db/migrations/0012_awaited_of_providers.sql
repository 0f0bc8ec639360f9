-- What is awaited of a provider ends, and what it delivered is measured by its own figures.

-- A package is one to us, and so many pieces to its provider: what it says remains before it has begun is all of it.
-- Without that, what remains of a package in the end is a figure of nothing. `open_charge` is the most it said it
-- charged while the order was open; an ending that charges less kept money for a part.
alter table order_attempts
  add column pieces bigint check (pieces > 0),
  add column open_charge numeric(24, 8);

-- Until then a cancel is being asked of the provider, or awaited of it; past it, it may be asked for again, so that
-- neither a process that died while asking nor a provider that forgot stands in the way for ever. What was asked
-- before this column existed is long past.
alter table orders add column cancel_awaited_until timestamptz(3);

-- A refill ends: `heard_at` is when its provider last spoke of it in words that are understood, `given_up` is one of
-- which nobody learnt what became of it, so that a person was told. An open one has a time at which it is looked at,
-- a closed one has none.
alter table refills
  add column heard_at timestamptz(3) not null default now(),
  drop constraint refills_state_check,
  add constraint refills_state_check
    check (state in ('asking', 'pending', 'completed', 'rejected', 'unknown', 'given_up'));
update refills set check_at = case when state in ('asking', 'pending', 'unknown') then now() end
  where (state in ('asking', 'pending', 'unknown')) <> (check_at is not null);
alter table refills add constraint refills_open_are_looked_at
  check ((state in ('asking', 'pending', 'unknown')) = (check_at is not null));
