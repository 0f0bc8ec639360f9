-- A customer's account: the stored balance, which can not go below zero, and counters that are moved in the
-- same tx as what they count. House accounts (revenue, each gateway's clearing, bonus, adjustment) have no
-- row: a running balance shared by everyone is a hot row, theirs is the sum of their entries.
create table accounts (
  user_id          integer primary key references users (id),
  balance          bigint not null default 0 check (balance >= 0 and balance <= 999999999999999),
  -- Dense numbers of the customer's ledger lines and orders: the next line's is this plus one.
  transactions_seq integer not null default 0,
  orders_seq       integer not null default 0,
  -- Sums by type, so that a statement's cards cost one row.
  deposits_total   bigint not null default 0,
  orders_total     bigint not null default 0,
  refunds_total    bigint not null default 0,
  bonuses_total    bigint not null default 0,
  -- Orders by status.
  pending          integer not null default 0,
  processing       integer not null default 0,
  completed        integer not null default 0,
  partial          integer not null default 0,
  refill           integer not null default 0,
  canceled         integer not null default 0,
  refunded         integer not null default 0,
  failed           integer not null default 0
);

create sequence transaction_ids as bigint;

-- The ledger: append-only, one row is one move of `amount` between the customer's account and a house account,
-- so it balances by construction. Written once, already completed.
create table transactions (
  user_id         integer not null references accounts (user_id),
  id              bigint not null default nextval('transaction_ids'),
  seq             integer not null check (seq > 0),
  type            text not null check (type in ('deposit', 'order', 'refund', 'bonus')),
  from_account    text not null,
  to_account      text not null,
  amount          bigint not null check (amount > 0 and amount <= 999999999999999),
  -- What the customer's balance moved by: negative when it left.
  signed_amount   bigint not null generated always as (case when to_account = 'customer' then amount else -amount end) stored,
  balance_after   bigint not null check (balance_after >= 0),
  description     text not null,
  payment_method  text,
  reference_id    text,
  order_id        bigint,
  deposit_id      bigint,
  -- Who moved it and why, for an adjustment by staff.
  actor_id        integer,
  created_at      timestamptz(3) not null default tally_now(),
  primary key (user_id, id),
  unique (user_id, seq),
  check ((from_account = 'customer') <> (to_account = 'customer')),
  check (from_account in ('customer', 'revenue', 'clearing:cryptomus', 'bonus', 'adjustment')),
  check (to_account in ('customer', 'revenue', 'clearing:cryptomus', 'bonus', 'adjustment')),
  check (case type
    when 'order' then from_account = 'customer' and to_account = 'revenue' and order_id is not null
    when 'refund' then from_account = 'revenue' and to_account = 'customer' and order_id is not null
    when 'deposit' then from_account like 'clearing:%' and to_account = 'customer' and deposit_id = id
    else (from_account = 'bonus' and to_account = 'customer' and deposit_id is not null)
      or ((from_account = 'adjustment' or to_account = 'adjustment') and actor_id is not null)
  end)
);
-- One charge per order, one bonus per deposit; a deposit's row has the deposit's own id as its key already.
create unique index transactions_one_charge on transactions (user_id, order_id) where type = 'order';
create unique index transactions_one_bonus on transactions (user_id, deposit_id) where type = 'bonus';
create index transactions_refunds on transactions (user_id, order_id) where type = 'refund';
-- Staff look a line up by its id alone.
create index transactions_by_id on transactions (id);

-- Refused by the database itself, whoever asks. Where triggers are not to be had (a table spread over machines),
-- the privileges do the same: the application's role has insert and select only.
create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only: % of transactions is refused', tg_op using errcode = 'insufficient_privilege';
end
$$;
create trigger transactions_append_only before update or delete on transactions
  for each row execute function refuse_ledger_change();
create trigger transactions_no_truncate before truncate on transactions
  for each statement execute function refuse_ledger_change();
