-- The operator's settings, and what every process must know about this installation.

-- One row per section of the settings that was ever changed, as JSON in the form of the API. A section without a row has
-- the defaults of the contract.
create table settings (
  section text primary key check (length(section) between 1 and 50),
  value jsonb not null,
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1 -- raised by each save; a save of an older version is refused
);

-- Passwords and keys that belong to settings, encrypted with SECRET_KEY.
create table settings_secrets (
  name text primary key check (name ~ '^[a-z0-9_]{1,60}$'),
  sealed bytea not null
);

-- The logo and the favicon. They are here rather than in a folder, so that every machine serves the same ones.
create table brand_pictures (
  kind text primary key check (kind in ('logo', 'favicon')),
  hash text not null check (hash ~ '^[0-9a-f]{64}$'), -- part of its URL
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  bytes bytea not null check (length(bytes) between 1 and 524288)
);

-- The operator's own terms, privacy and refund texts. Each save is a row, and none is changed: users agreed to them.
create table legal_texts (
  number integer primary key check (number > 0),
  page text not null check (page in ('terms', 'privacy', 'refund')),
  texts jsonb check (jsonb_typeof(texts) = 'object'), -- Markdown by language; null: the product's own
  published_at timestamptz(3) not null
);
create index legal_texts_by_page on legal_texts (page, number);

-- A known text encrypted with SECRET_KEY. A process that cannot decrypt it has another key and refuses to start, as it
-- would encrypt what no other process can read.
create table secret_key_check (
  id integer default 1 primary key check (id = 1), -- at most one row
  sealed bytea not null
);

-- sandbox or live. The first start sets it and nothing changes it: sandbox balances must never buy anything
-- real.
create table database_mode (
  id integer default 1 primary key check (id = 1), -- at most one row
  mode text not null check (mode in ('sandbox', 'live')),
  set_at timestamptz(3) not null default now()
);

-- Attempts per address, account and so on, shared by all processes; the columns are those of rate-limiter-flexible.
-- Unlogged: a flood of sign-ins would otherwise make every user wait for the disk. A crash of the database empties it.
create unlogged table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint -- milliseconds since 1970
);

-- The running processes. Each updates its row every few seconds, which also proves that the database accepts writes. A
-- process removes its row when it stops; the row of a killed one is deleted a day later.
create table processes (
  id uuid primary key,
  role text not null check (role in ('all', 'web', 'worker')),
  host text not null,
  pid integer not null,
  started_at timestamptz(3) not null default now(),
  beat_at timestamptz(3) not null default now(),
  failing_jobs text[] not null default '{}' -- jobs that failed five times in a row in this process
) with (fillfactor = 50);
