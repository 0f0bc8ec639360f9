-- no transaction: an index that an interrupted build left is dropped first
-- How many orders were sent by a supply since its first charge is awaited.
drop index concurrently if exists order_attempts_by_supply;
-- step
create index concurrently order_attempts_by_supply on order_attempts (supply_id, started_at);
-- step
-- What waits for a first charge is only noted: nobody has to decide.
drop index concurrently if exists orders_needing_review;
-- step
create index concurrently orders_needing_review on orders (id)
  where review_code not in ('no_provider', 'not_sent', 'refused', 'reply_awaited', 'first_charge_awaited');
-- step
drop index concurrently if exists orders_attention;
-- step
alter index orders_needing_review rename to orders_attention;
