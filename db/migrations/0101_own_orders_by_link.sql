-- no transaction: an index that an interrupted build left is dropped first
-- And so is a whole link found, by eight bytes of it, as 0067 has it for staff: that one leads to everybody's orders for the
-- link, of which a customer's may be none.
drop index concurrently if exists orders_by_own_link;
-- step
create index concurrently orders_by_own_link on orders (user_id, hashtextextended(rtrim(lower(link), '/'), 0), id desc);
