-- An order that no supply can take waits for no time: it is looked at again when a service, a supply or a provider changes.
-- Until now each was rewritten once a minute. Those that are in the queue get there by their next look.
alter table dispatch_queue
  alter column due_at drop not null,
  add check (due_at is not null or provider_id is null);
create index dispatch_queue_unsupplied on dispatch_queue (order_id)
  where provider_id is null and token is null and due_at is null;
