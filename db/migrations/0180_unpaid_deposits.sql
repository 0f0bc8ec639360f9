-- no transaction: an index that an interrupted build left is dropped first
-- How many deposits a customer opened in the last hour and did not pay is counted under the lock of the account: without
-- this index all deposits of the customer were read for it.
drop index concurrently if exists deposits_unpaid;
-- step
create index concurrently deposits_unpaid on deposits (user_id, created_at) where status <> 'completed';
