-- How a provider answers: one row for an hour, which every process adds to. Some days are kept.
create table provider_calls (
  provider_id  integer not null references providers (id) on delete cascade,
  hour         timestamptz not null,
  calls        integer not null,
  failures     integer not null,
  milliseconds bigint not null,
  slowest      integer not null,
  primary key (provider_id, hour)
);
