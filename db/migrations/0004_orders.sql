create sequence order_ids as bigint;

-- An order, and at once its own place in the dispatch queue: `dispatch` is the state of the sending,
-- `status` what the customer is told. What was sold is copied, so that a changed catalogue changes no order.
create table orders (
  user_id           integer not null references accounts (user_id),
  id                bigint not null default nextval('order_ids'),
  seq               integer not null check (seq > 0),
  service_id        integer not null references services (id),
  service_name      text not null,
  service_type      text not null,
  link              text not null,
  quantity          integer not null check (quantity > 0),
  details           jsonb not null default '{}',
  rate              bigint not null,
  price             bigint not null check (price >= 0),
  refunded          bigint not null default 0 check (refunded >= 0 and refunded <= price),
  status            text not null default 'PENDING'
    check (status in ('PENDING', 'PROCESSING', 'COMPLETED', 'PARTIAL', 'REFILL', 'CANCELED', 'REFUNDED', 'FAILED')),
  start_count       bigint,
  remains           bigint,
  refill            boolean not null,
  cancel            boolean not null,
  cancel_asked_at   timestamptz(3),
  dispatch          text not null default 'queued'
    check (dispatch in ('queued', 'sending', 'accepted', 'rejected', 'unknown', 'review')),
  -- When the queue may take it next; back-off moves it on.
  dispatch_at       timestamptz(3) not null default now(),
  attempts          integer not null default 0,
  provider_id       integer references providers (id),
  provider_order    text,
  -- When the provider is asked next; null when nothing is expected any more.
  check_at          timestamptz(3),
  checked_at        timestamptz(3),
  -- What a person should look at: an unknown status word, a charge that does not fit.
  flag              text,
  idempotency_key   text check (length(idempotency_key) between 1 and 255),
  request_hash      bytea,
  created_at        timestamptz(3) not null default tally_now(),
  updated_at        timestamptz(3) not null default tally_now(),
  primary key (user_id, id),
  unique (user_id, seq),
  check (dispatch <> 'accepted' or provider_order is not null),
  check ((idempotency_key is null) = (request_hash is null))
);
create unique index orders_idempotency on orders (user_id, idempotency_key) where idempotency_key is not null;
create index orders_by_status on orders (user_id, status, id desc);
create index orders_by_id on orders (id);
-- The desk's filters by a status that few orders have; new ones come at the top of the list by id anyway.
create index orders_uncommon on orders (status, id) where status not in ('PENDING', 'COMPLETED');
create index orders_queued on orders (dispatch_at) where dispatch = 'queued' and status = 'PENDING';
create index orders_undecided on orders (dispatch_at) where dispatch in ('sending', 'unknown', 'review');
create index orders_due on orders (check_at) where check_at is not null;
create index orders_idempotency_age on orders (created_at) where idempotency_key is not null;

-- One try to send an order. `token` fences it: whoever holds another token may not write its outcome.
create table order_attempts (
  user_id         integer not null,
  order_id        bigint not null,
  number          integer not null,
  token           uuid not null,
  state           text not null default 'sending'
    check (state in ('sending', 'accepted', 'rejected', 'not_sent', 'refused', 'unknown')),
  supply_id       integer not null references supplies (id),
  provider_id     integer not null references providers (id),
  provider_service text not null,
  -- What it should cost us in USD units, by the supply's rate at the time.
  cost            bigint not null,
  -- What the provider says it charged, in its own currency.
  charge          numeric(24, 8),
  charge_currency text,
  -- The provider's balance before the sending, when known: evidence for an unknown outcome.
  balance_before  numeric(24, 8),
  provider_order  text,
  error           text,
  started_at      timestamptz(3) not null default tally_now(),
  lease_until     timestamptz(3) not null,
  finished_at     timestamptz(3),
  primary key (user_id, order_id, number),
  foreign key (user_id, order_id) references orders (user_id, id)
);
create index order_attempts_open on order_attempts (lease_until) where state = 'sending';
create index order_attempts_by_provider on order_attempts (provider_id, started_at);

-- A provider's order id belongs to one order of ours, across all customers. A table of its own, because a
-- table that grows with customers may only be unique together with user_id.
create table provider_orders (
  provider_id    integer not null references providers (id),
  provider_order text not null,
  user_id        integer not null,
  order_id       bigint not null,
  primary key (provider_id, provider_order)
);

create sequence order_event_ids as bigint;
create table order_events (
  user_id    integer not null,
  order_id   bigint not null,
  id         bigint not null default nextval('order_event_ids'),
  type       text not null,
  message    text not null,
  created_at timestamptz(3) not null default tally_now(),
  primary key (user_id, order_id, id),
  foreign key (user_id, order_id) references orders (user_id, id)
);

create table refills (
  user_id         integer not null,
  order_id        bigint not null,
  number          integer not null,
  state           text not null default 'asking'
    check (state in ('asking', 'pending', 'completed', 'rejected', 'unknown')),
  -- What the order goes back to when it is over.
  status_before   text not null check (status_before in ('COMPLETED', 'PARTIAL')),
  provider_refill text,
  error           text,
  check_at        timestamptz(3),
  created_at      timestamptz(3) not null default tally_now(),
  finished_at     timestamptz(3),
  primary key (user_id, order_id, number),
  foreign key (user_id, order_id) references orders (user_id, id)
);
create index refills_due on refills (check_at) where check_at is not null;
-- One at a time.
create unique index refills_open on refills (user_id, order_id) where state in ('asking', 'pending', 'unknown');
