-- no transaction: large tables are not held while their index is built; one that an interrupted build left is dropped first
drop index concurrently if exists transactions_by_time;
-- step
-- The daily figures are counted by time. These rows come in its order, so a few bytes for each stretch of the table find
-- a slice of it, and a row that is written costs nothing more: a tree would be turned by every order that is placed.
create index concurrently transactions_by_time on transactions using brin (created_at)
  with (pages_per_range = 32, autosummarize = on);
-- step
drop index concurrently if exists order_events_by_time;
-- step
create index concurrently order_events_by_time on order_events using brin (created_at)
  with (pages_per_range = 32, autosummarize = on);
-- step
drop index concurrently if exists order_attempts_by_end;
-- step
create index concurrently order_attempts_by_end on order_attempts using brin (finished_at)
  with (pages_per_range = 32, autosummarize = on);
-- step
drop index concurrently if exists transactions_deposits_by_time;
-- step
-- Deposits are few beside orders: a day's are laid beside what the gateway says.
create index concurrently transactions_deposits_by_time on transactions (created_at) where type = 'deposit';
-- step
drop index concurrently if exists deposits_completed_by_time;
-- step
create index concurrently deposits_completed_by_time on deposits (completed_at) where completed_at is not null;
