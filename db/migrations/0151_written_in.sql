-- no transaction: large tables are not held while their index is built; one that an interrupted build left is dropped first
-- By which tx a row was written. The daily figures are counted by time, and a clock that goes back puts rows behind what
-- was counted: by the tx these are found. A row of before this migration has none, and needs none.
alter table transactions add column if not exists written_in bigint;
-- step
alter table transactions alter column written_in set default pg_current_xact_id()::text::bigint;
-- step
alter table order_events add column if not exists written_in bigint;
-- step
alter table order_events alter column written_in set default pg_current_xact_id()::text::bigint;
-- step
-- Of an attempt, by which its outcome was.
alter table order_attempts add column if not exists written_in bigint;
-- step
-- What was visible when counting went as far as counted_until.
alter table daily_progress add column if not exists counted_in pg_snapshot;
-- step
drop index concurrently if exists transactions_by_tx;
-- step
create index concurrently transactions_by_tx on transactions using brin (written_in)
  with (pages_per_range = 32, autosummarize = on);
-- step
drop index concurrently if exists order_events_by_tx;
-- step
create index concurrently order_events_by_tx on order_events using brin (written_in)
  with (pages_per_range = 32, autosummarize = on);
-- step
drop index concurrently if exists order_attempts_by_tx;
-- step
create index concurrently order_attempts_by_tx on order_attempts using brin (written_in)
  with (pages_per_range = 32, autosummarize = on);
