-- no transaction: an index that an interrupted build left is dropped first
drop index concurrently if exists notifications_by_time;
-- step
-- Notifications come in the order of time, so that some minutes of them lie together.
create index concurrently notifications_by_time on notifications using brin (created_at) with (pages_per_range = 8);
