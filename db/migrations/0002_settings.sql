-- settings
create table settings (
  section text primary key check (length(section) between 1 and 50),
  value jsonb not null,
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1
);

-- settings_secrets
create table settings_secrets (
  name text primary key check (name in ('mail_password', 'cryptomus_key', 'storage_secret_key', 'translator_key')),
  sealed bytea not null
);

-- brand_logo
create table brand_logo (
  id boolean default true primary key check (id),
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  bytes bytea not null check (length(bytes) between 1 and 524288)
);

-- secret_key_check
create table secret_key_check (
  id integer default 1 primary key check (id = 1),
  sealed bytea not null
);

-- database_mode
create table database_mode (
  id integer default 1 primary key check (id = 1),
  mode text not null check (mode in ('sandbox', 'live')),
  set_at timestamptz(3) not null default now()
);

-- rate_limits
create unlogged table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

-- processes
create table processes (
  id uuid primary key,
  role text not null check (role in ('all', 'web', 'worker')),
  host text not null,
  pid integer not null,
  started_at timestamptz(3) not null default now(),
  beat_at timestamptz(3) not null default now(),
  failing_jobs text[] not null default '{}'
) with (fillfactor = 50);
