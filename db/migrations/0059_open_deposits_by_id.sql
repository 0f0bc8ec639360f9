-- no transaction: an index that an interrupted build left is dropped first
drop index concurrently if exists deposits_open_by_id;
-- step
-- The statement of everybody is the ledger and the deposits that are not in it, both by their ids.
create index concurrently deposits_open_by_id on deposits (id) where status <> 'completed';
