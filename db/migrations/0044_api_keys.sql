-- A key with which a customer's own program orders in their name: only its hash is kept, and its beginning to know it by.
-- The key names its customer, so that it is found in one place.
create table api_keys (
  user_id      integer not null references users (id),
  id           uuid not null,
  hash         bytea not null check (length(hash) = 32),
  prefix       text not null check (length(prefix) between 4 and 40),
  created_at   timestamptz(3) not null default now(),
  last_used_at timestamptz(3),
  primary key (user_id, id),
  unique (user_id, hash)
);

-- What holds for all keys of a customer. `spent` is what was ordered by key on the day `spent_on` (in UTC), and counts
-- while there is a limit.
create table api_access (
  user_id           integer primary key references users (id),
  allowed_addresses text[] not null default '{}',
  daily_limit       bigint check (daily_limit > 0),
  spent             bigint not null default 0 check (spent >= 0),
  spent_on          date not null default '2000-01-01'
);
