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
