-- Figures per UTC day, counted once by a job from the ledger, order events and attempts, so that no report reads millions
-- of rows. A figure belongs to the day on which it happened: a refund counts on its own day, and a past day never
-- changes. scripts/recount-days.ts counts all of it again.

-- How far days are counted.
create table daily_progress (
  -- At most one row.
  is_only boolean default true primary key check (is_only),
  counted_until timestamptz(3), -- everything before it and nothing after; null: not started
  -- Txs visible at that point. A clock that was set back puts rows before counted_until: their tx_id tells them.
  counted_snapshot pg_snapshot,
  -- Rows before it are counted by time only: the database was restored, and their tx ids are those of another cluster.
  late_from timestamptz(3),
  recounted_at timestamptz(3) -- when all figures were last emptied, to be counted again
);
insert into daily_progress default values;

create table daily_totals (
  day date primary key,
  orders bigint not null,
  sold bigint not null,
  refunded bigint not null,
  cost bigint not null,       -- what providers charge, in USD units
  deposits bigint not null,
  bonuses bigint not null,
  corrections bigint not null -- by staff; negative when they took money
);

-- The same by ten minutes, to compare a day with the one before up to the same time. Kept for a few days.
create table recent_totals (
  since timestamptz(3) primary key,
  orders bigint not null,
  sold bigint not null,
  refunded bigint not null,
  cost bigint not null
);

-- Provider 0: not sent, taken by no provider, or delivered by hand. A sale moves to its provider when that
-- takes it, so a figure may be negative here while the sum over providers is right. Service 0: the order no
-- longer exists.
create table daily_services (
  day date not null,
  service_id integer not null,
  provider_id integer not null,
  orders bigint not null,
  sold bigint not null,
  refunded bigint not null,
  cost bigint not null,
  primary key (day, service_id, provider_id)
);

create table daily_customers (
  user_id integer not null,
  day date not null,
  orders bigint not null,
  sold bigint not null,
  refunded bigint not null,
  cost bigint not null,
  deposits bigint not null,
  bonuses bigint not null,
  corrections bigint not null,
  primary key (user_id, day)
) with (
  autovacuum_vacuum_scale_factor = 0.05,
  autovacuum_vacuum_insert_scale_factor = 0.05,
  autovacuum_analyze_scale_factor = 0.02
);
create index daily_customers_by_day on daily_customers (day);

-- The sums of a month's days before the one that counting has reached, so that a report of a year reads twelve rows of a
-- customer. A day is added when it ends: of its many slices each would write the row again.
create table monthly_services (
  month date not null check (extract(day from month) = 1), -- its first day
  service_id integer not null,
  provider_id integer not null,
  orders bigint not null,
  sold bigint not null,
  refunded bigint not null,
  cost bigint not null,
  primary key (month, service_id, provider_id)
);

create table monthly_customers (
  user_id integer not null,
  month date not null check (extract(day from month) = 1),
  orders bigint not null,
  sold bigint not null,
  refunded bigint not null,
  cost bigint not null,
  deposits bigint not null,
  bonuses bigint not null,
  corrections bigint not null,
  primary key (user_id, month)
) with (fillfactor = 80);
create index monthly_customers_by_month on monthly_customers (month);

-- How far delivery times are counted.
create table delivery_progress (
  -- At most one row.
  is_only boolean default true primary key check (is_only),
  counted_until timestamptz(3),
  -- When the catalogue's figures were last updated: at most once an hour.
  shown_at timestamptz(3),
  -- Orders before have no samples.
  samples_since timestamptz(3) not null default '-infinity'::timestamp with time zone
);
insert into delivery_progress default values;

-- How long the last 200 completed orders of a service took, to estimate the next one. Three arrays of one length, newest
-- last.
create table delivery_times (
  service_id integer primary key,
  quantities integer[] not null,
  -- Seconds from placing to the first delivered; null inside: unknown.
  begins integer[] not null,
  ends integer[] not null, -- seconds from placing to all delivered
  -- The estimate, as the contract has it; null with fewer than ten orders.
  delivery jsonb,
  shown_seconds integer,   -- what the catalogue shows
  shown_orders integer,
  check (
    cardinality(quantities) between 1 and 200
    and cardinality(begins) = cardinality(quantities)
    and cardinality(ends) = cardinality(quantities)
  ),
  check ((shown_seconds is null) = (shown_orders is null))
);

-- Whether the last 200 ended orders of a service were completed, newest last.
create table service_outcomes (
  service_id integer primary key,
  outcomes boolean[] not null check (cardinality(outcomes) between 1 and 200)
);
