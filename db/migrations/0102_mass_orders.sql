-- A mass order is answered line by line, and what was refused leaves no trace among the orders: its answer is kept here
-- under the client's key, written in the tx that places its orders, so that there is either all of it or nothing. The key
-- is taken first, so a copy that comes meanwhile waits for that tx and answers the same.
create table mass_orders (
  user_id         integer not null references accounts (user_id),
  idempotency_key text not null check (length(idempotency_key) between 1 and 255),
  request_hash    bytea not null,
  -- A member per line: {order} with its id, or {code, details, field_codes}. Empty within its own tx alone. As it was
  -- written, to the order of its members: the same answer is the same text.
  results         json not null default '[]',
  -- What the first answer said.
  balance         bigint not null default 0 check (balance >= 0),
  created_at      timestamptz(3) not null default tally_now(),
  primary key (user_id, idempotency_key)
);
-- For forgetting them after 30 days.
create index mass_orders_age on mass_orders (created_at);
