-- no transaction: an index that an interrupted build left is dropped first
drop index concurrently if exists api_keys_by_time;
-- step
-- Staff read everybody's keys, the newest first: a page of them is read from here.
create index concurrently api_keys_by_time on api_keys (created_at desc, user_id desc, id desc);
