-- What a day brought, counted once from the ledger and from what providers took and charged, so that no report reads ten
-- million orders (decision 16). Each figure belongs to the UTC day on which it happened, so a day that is over stays as it
-- is: a refund counts on its own day and not on the order's. All of it can be made anew from those tables.

-- How far it was counted: everything before, and nothing from then on. Null until it was begun.
create table daily_progress (
  is_only       boolean primary key default true check (is_only),
  counted_until timestamptz(3)
);
insert into daily_progress default values;

create table daily_totals (
  day         date primary key,
  orders      bigint not null,
  sold        bigint not null,
  refunded    bigint not null,
  -- What providers charge us, in our units.
  cost        bigint not null,
  deposits    bigint not null,
  bonuses     bigint not null,
  -- What staff moved by hand: below zero where they took.
  corrections bigint not null
);

-- Provider 0 is none: what waits to be sent, what no provider took, what is delivered by hand. A sale moves to its
-- provider when that takes it, so a day's sums over all providers are the day's, and a figure here may be below zero.
-- Service 0 is one of an order that is not there any more.
create table daily_services (
  day         date not null,
  service_id  integer not null,
  provider_id integer not null,
  orders      bigint not null,
  sold        bigint not null,
  refunded    bigint not null,
  cost        bigint not null,
  primary key (day, service_id, provider_id)
);

-- Grows with customers: theirs are together.
create table daily_customers (
  user_id     integer not null,
  day         date not null,
  orders      bigint not null,
  sold        bigint not null,
  refunded    bigint not null,
  cost        bigint not null,
  deposits    bigint not null,
  bonuses     bigint not null,
  corrections bigint not null,
  primary key (user_id, day)
);
create index daily_customers_by_day on daily_customers (day);
