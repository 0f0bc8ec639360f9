-- How an order was delivered over time, from the statuses that are read anyway: pairs of seconds since it was placed and
-- how many were delivered by then, at most 32. They stand on the order's own row because a figure that is new changes that
-- row in any case: a table beside it would cost a row, an entry of an index and a lock more for each of them. No index has
-- it, so a change of figures alone stays within its page.
alter table orders add column samples integer[];
-- Not looked for in what is there already, which has none.
alter table orders add constraint orders_samples_are_few check (cardinality(samples) <= 64) not valid;
