-- no transaction: an index that an interrupted build left is dropped first
-- Deleting a provider looks for orders that refer to it: without this index that reads every order there is.
drop index concurrently if exists orders_by_provider;
-- step
create index concurrently orders_by_provider on orders (provider_id) where provider_id is not null;
