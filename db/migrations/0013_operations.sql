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
