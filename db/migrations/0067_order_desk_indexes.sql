-- no transaction: an index that an interrupted build left is dropped first
-- Staff's lists of orders read their own page: those in a status, in a state of the sending, or to a link, were looked for
-- among all of them where they are few and old.
drop index concurrently if exists orders_not_completed;
-- step
-- Most orders are completed. PENDING ones come in at its end, which costs next to nothing.
create index concurrently orders_not_completed on orders (status, id) where status <> 'COMPLETED';
-- step
drop index concurrently if exists orders_uncommon;
-- step
drop index concurrently if exists orders_not_sent;
-- step
-- Few orders come to it, and none on its usual way.
create index concurrently orders_not_sent on orders (dispatch, id)
  where dispatch = 'rejected' or (status = 'PENDING' and dispatch in ('unknown', 'review'));
-- step
drop index concurrently if exists dispatch_queue_by_order;
-- step
create index concurrently dispatch_queue_by_order on dispatch_queue (order_id) where token is null;
-- step
drop index concurrently if exists orders_by_link;
-- step
-- By eight bytes of a link, whatever it is long: as a customer's letter has it, in large letters or with a slash at its end.
create index concurrently orders_by_link on orders (hashtextextended(rtrim(lower(link), '/'), 0), id);
