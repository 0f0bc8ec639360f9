-- The reseller API.

create sequence test_order_ids;
-- Orders of test keys. They move no money and reach no provider; their outcome follows from quantity and age.
create table test_orders (
  user_id integer not null references users,
  id bigint not null default nextval('test_order_ids'),
  service_id integer not null,
  link text not null,
  quantity integer not null check (quantity > 0),
  price bigint not null check (price >= 0),
  refill boolean not null,
  idempotency_key text check (length(idempotency_key) between 1 and 258),
  request_hash bytea,
  created_at timestamptz(3) not null,
  canceled_at timestamptz(3),
  refill_asked_at timestamptz(3), -- of the last refill, which has the order's id
  primary key (user_id, id),
  check ((idempotency_key is null) = (request_hash is null))
);
create unique index test_orders_idempotency on test_orders (user_id, idempotency_key) where idempotency_key is not null;
create index test_orders_age on test_orders (created_at);
