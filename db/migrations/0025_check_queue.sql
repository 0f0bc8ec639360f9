-- What providers are asked about, apart from what customers see: an order's row changes when its customer sees it, and
-- a queue that turns over all day is a small table of its own, where that costs little.

-- A row stands here exactly while an answer of the provider is awaited, written and taken away in the same tx as what
-- it stands for. It names no order by a foreign key: no order is ever deleted, and the check would lock its row.
create table check_queue (
  user_id      integer not null,
  order_id     bigint not null,
  kind         text not null check (kind in ('order', 'refill')),
  -- Of a refill, its own; 0 of an order.
  number       integer not null default 0,
  provider_id  integer not null,
  -- By which the provider knows it; null of a refill for which there is nothing to ask by, so that time decides.
  provider_ref text,
  due_at       timestamptz(3) not null,
  -- From then on an answer is awaited; the longer, the more rarely it is asked for.
  since        timestamptz(3) not null default now(),
  checked_at   timestamptz(3),
  -- Its customer waits for it, so it goes before others.
  is_wanted    boolean not null default false,
  primary key (user_id, order_id, kind, number),
  check ((kind = 'order') = (number = 0)),
  check (kind = 'refill' or provider_ref is not null)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000,
  autovacuum_analyze_scale_factor = 0.1, autovacuum_vacuum_cost_delay = 0);
create index check_queue_due on check_queue (provider_id, due_at);
create index check_queue_wanted on check_queue (provider_id) where is_wanted;
create index check_queue_refills on check_queue (provider_id, due_at) where kind = 'refill';

insert into check_queue (user_id, order_id, kind, provider_id, provider_ref, due_at, since, checked_at)
select orders.user_id, id, 'order', orders.provider_id, orders.provider_order, coalesce(check_at, now()),
  coalesce(greatest(taken.finished_at, cancel_asked_at), created_at), checked_at
from orders left join order_attempts taken
  on taken.user_id = orders.user_id and taken.order_id = orders.id and taken.state = 'accepted'
where dispatch = 'accepted' and status in ('PENDING', 'PROCESSING') and orders.provider_id is not null;

insert into check_queue (user_id, order_id, kind, number, provider_id, provider_ref, due_at, since)
select refills.user_id, order_id, 'refill', number, orders.provider_id, case state when 'pending' then provider_refill end,
  refills.check_at, refills.created_at
from refills join orders on orders.user_id = refills.user_id and orders.id = refills.order_id
where state in ('asking', 'pending', 'unknown') and orders.provider_id is not null;

alter table orders drop column check_at, drop column checked_at;
alter table refills drop constraint refills_open_are_looked_at, drop column check_at;

-- Nobody looks for open tries by their lease: the order says when its time is over.
drop index order_attempts_open;
