-- no transaction: an index that an interrupted build left is dropped first
-- A customer who looks for a service's id finds the orders of it at any age, whatever else they ordered since: the newest of
-- one's orders alone are gone through for a word.
drop index concurrently if exists orders_by_service;
-- step
create index concurrently orders_by_service on orders (user_id, service_id, id desc);
