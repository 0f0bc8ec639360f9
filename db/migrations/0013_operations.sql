-- What jobs of `operations` need to remember.

-- Deleted users of whom rows that grow with a customer are left. They are deleted in batches, by any process, and this
-- row with the last of them.
create table user_deletions (
  user_id integer primary key references users,
  worked_at timestamptz(3) not null -- of the last batch
);
