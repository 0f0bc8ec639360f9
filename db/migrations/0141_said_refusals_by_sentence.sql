-- no transaction: an index that an interrupted build left is dropped first
-- The same sentence of a provider about other orders, within some minutes or of those in review. Few attempts have one.
drop index concurrently if exists order_attempts_said;
-- step
create index concurrently order_attempts_said on order_attempts (provider_id, said, finished_at) where said is not null;
-- step
alter table mails validate constraint mails_letter_check;
