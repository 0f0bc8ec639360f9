-- daily_progress
create table daily_progress (
  is_only boolean default true primary key check (is_only),
  counted_until timestamptz(3),
  counted_in pg_snapshot,
  late_from timestamptz(3)
);
insert into daily_progress default values;

-- daily_totals
create table daily_totals (
  day date primary key,
  orders bigint not null,
  sold bigint not null,
  refunded bigint not null,
  cost bigint not null,
  deposits bigint not null,
  bonuses bigint not null,
  corrections bigint not null
);

-- daily_services
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

-- daily_customers
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
);
create index daily_customers_by_day on daily_customers (day);

-- delivery_progress
create table delivery_progress (
  is_only boolean default true primary key check (is_only),
  counted_until timestamptz(3),
  shown_at timestamptz(3),
  samples_since timestamptz(3) not null default '-infinity'::timestamp with time zone
);
insert into delivery_progress default values;

-- delivery_times
create table delivery_times (
  service_id integer primary key,
  quantities integer[] not null,
  begins integer[] not null,
  ends integer[] not null,
  delivery jsonb,
  shown_seconds integer,
  shown_orders integer,
  check ((cardinality(quantities) between 1 and 200) and (cardinality(begins) = cardinality(quantities)) and (cardinality(ends) = cardinality(quantities))),
  check ((shown_seconds is null) = (shown_orders is null))
);
