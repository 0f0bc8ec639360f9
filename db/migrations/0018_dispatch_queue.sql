-- What waits for being sent, or for what became of a sending, has a row of its own, written and removed in the tx of
-- what it stands for. Until now an order was its own place in the queue: each step rewrote the widest row there is in
-- all of its indexes, and one provider's orders stood in front of everybody else's.
create table dispatch_queue (
  user_id     integer not null,
  order_id    bigint not null,
  -- Where it is sent next; without one, no provider has its service.
  provider_id integer references providers (id),
  supply_id   integer references supplies (id),
  -- When it may be sent; of one that waits for a person, since when it does.
  due_at      timestamptz(3) not null default now(),
  -- Whose sending it stands by: nobody else sends it. It goes back into the queue by losing it.
  token       uuid,
  -- While it is being sent, until when; while its outcome is unknown, until when a late reply is waited for; null
  -- where a person decides.
  lease_until timestamptz(3),
  -- How often it was sent: the number of its last attempt.
  tries       integer not null default 0 check (tries >= 0),
  primary key (user_id, order_id),
  foreign key (user_id, order_id) references orders (user_id, id),
  check ((provider_id is null) = (supply_id is null)),
  check (token is not null or lease_until is null)
) with (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000,
  autovacuum_analyze_scale_factor = 0.1, autovacuum_vacuum_cost_delay = 0);
create index dispatch_queue_due on dispatch_queue (provider_id, due_at) where token is null;
create index dispatch_queue_held on dispatch_queue (lease_until) where token is not null;

insert into dispatch_queue (user_id, order_id, provider_id, supply_id, due_at, token, lease_until, tries)
select orders.user_id, orders.id, supply.provider_id, supply.id,
  orders.dispatch_at,
  case when orders.dispatch <> 'queued' then coalesce(tried.token, gen_random_uuid()) end,
  case when orders.dispatch in ('sending', 'unknown') then orders.dispatch_at end,
  coalesce(tried.number, 0)
from orders
left join lateral (
  select number, token, supply_id from order_attempts
  where order_attempts.user_id = orders.user_id and order_id = orders.id order by number desc limit 1
) tried on true
left join lateral (
  select supplies.id, supplies.provider_id from supplies join providers on providers.id = supplies.provider_id
  where case when orders.dispatch = 'queued' then supplies.service_id = orders.service_id and supplies.is_active
        and providers.is_enabled and not exists (
          select from order_attempts rejected where rejected.user_id = orders.user_id and rejected.order_id = orders.id
            and rejected.supply_id = supplies.id and rejected.state = 'rejected')
      else supplies.id = tried.supply_id end
  order by priority, supplies.id limit 1
) supply on true
where orders.status = 'PENDING' and orders.dispatch in ('queued', 'sending', 'unknown', 'review');

-- "Being sent" is the queue's to know, by the token: a claim changes no order.
update orders set dispatch = 'queued' where dispatch = 'sending';
alter table orders
  drop constraint orders_dispatch_check,
  add constraint orders_dispatch_check check (dispatch in ('queued', 'accepted', 'rejected', 'unknown', 'review')),
  drop column dispatch_at,
  drop column attempts;
alter table orders set (fillfactor = 90);
