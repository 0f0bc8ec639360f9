-- The first and the last balance that was read at a provider on each UTC day: how it moved is laid beside what its orders
-- cost. A provider that is deleted takes its own along.
create table provider_balances (
  provider_id integer not null references providers (id) on delete cascade,
  day         date not null,
  currency    text not null,
  first       numeric(24, 8) not null,
  first_at    timestamptz(3) not null,
  last        numeric(24, 8) not null,
  last_at     timestamptz(3) not null,
  primary key (provider_id, day)
);
