-- What jobs of `operations` need to remember.

-- Deleted users of whom rows that grow with a customer are left. They are deleted in batches, by any process, and this
-- row with the last of them.
create table user_deletions (
  user_id integer primary key references users,
  created_at timestamptz(3) not null default now(),
  -- Queue (src/server/lib/queue/README.md).
  due_at timestamptz(3) default now(),
  tries integer not null default 0,
  lease uuid,
  failed_at timestamptz(3),
  fault jsonb
);
create index user_deletions_due on user_deletions (due_at) where due_at is not null;
create index user_deletions_failed on user_deletions (failed_at) where failed_at is not null;

-- Restores from an archive. While one of them is not resumed, the database is fenced: nothing is sent or changed
-- (src/server/modules/operations/restored).
create table restorations (
  id uuid primary key default gen_random_uuid(), -- never given twice, not even by restoring the same archive again
  archive_id text not null check (length(archive_id) between 1 and 200),
  taken_at timestamptz(3) not null,              -- when the archive was written; what happened since is lost
  restored_at timestamptz(3) not null default now(),
  resumed_at timestamptz(3),
  resumed_by integer references users,           -- null: by `npm run resume`
  found jsonb not null default '{}',             -- what resuming did so far, by step
  check (resumed_by is null or resumed_at is not null)
);
create unique index restorations_one_open on restorations ((true)) where resumed_at is null;

-- Backups that exist, are being made or failed (src/server/modules/operations/backups/automatic). Only files that have a
-- row here are ever removed.
create table backups (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('planned', 'asked', 'command')),
  state text not null check (state in ('queued', 'running', 'done', 'failed')),
  created_at timestamptz(3) not null default now(),
  started_at timestamptz(3),
  finished_at timestamptz(3),
  store text check (store in ('disk', 'bucket')),
  place text,    -- the folder, or the bucket's address and name
  name text,
  upload text,   -- of a bucket, until it is complete
  bytes bigint not null default 0,
  is_sealed boolean not null default false,
  fault jsonb,
  check_state text check (check_state in ('queued', 'running')),
  checked_at timestamptz(3),
  verdict text check (verdict in ('good', 'findings', 'damaged', 'unknown')),
  verdict_fault jsonb,
  lease uuid,    -- of the process that makes or checks it
  beat_at timestamptz(3),
  removed_at timestamptz(3), -- its file does not exist any more
  check ((lease is null) = (beat_at is null)),
  check ((finished_at is not null) = (state in ('done', 'failed'))),
  check (state = 'queued' or (store is not null and place is not null and name is not null)),
  check ((checked_at is null) = (verdict is null))
);
-- One is made at a time, and none while another is checked.
create unique index backups_one_open on backups ((true)) where state in ('queued', 'running');
create unique index backups_one_at_work on backups ((true)) where lease is not null;
create index backups_present on backups (finished_at) where removed_at is null;
create index backups_removed on backups (removed_at) where removed_at is not null;

-- Ledger checks that the nightly job made (src/server/modules/operations/ledger-check), the newest of which System Status
-- shows. A whole one reads everything, any other what changed since the last that found nothing.
create table ledger_checks (
  id integer generated always as identity primary key,
  is_whole boolean not null,
  started_at timestamptz(3) not null,
  finished_at timestamptz(3) not null,
  violations integer not null,
  broken text[] not null, -- the invariants that were
  -- The first day whose figures it could not compare yet; null: nothing was counted.
  days_until date,
  -- The audit log's newest row; null: it was empty.
  audit_number bigint,
  audit_hash bytea,
  check ((violations = 0) = (broken = '{}'))
);

-- Each account as the last check that found nothing saw it, written in the tx of that check. The ledger's rows up to
-- transactions_seq are those that it added up, and none of them can change.
create table checked_accounts (
  user_id integer primary key,
  transactions_seq integer not null,
  orders_seq integer not null,
  balance bigint not null,
  orders_total bigint not null,
  refunds_total bigint not null,
  deposits_total bigint not null,
  bonuses_total bigint not null
);
