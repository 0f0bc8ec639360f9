-- no transaction: an index that an interrupted build left is dropped first
-- Whoever reads a ticket has read what they were told of it: that was sought among all that they have not read, which an
-- account of a million orders has hundreds of thousands of. Few notifications are of a ticket, so it is small, and those of
-- orders do not come to it.
drop index concurrently if exists notifications_of_tickets;
-- step
create index concurrently notifications_of_tickets on notifications (user_id, ticket_id) where ticket_id is not null;
