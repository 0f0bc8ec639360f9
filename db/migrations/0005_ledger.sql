-- The ledger: customers' accounts, and every movement of money.

-- One row per customer. The balance cannot go below zero, and sums and counters change in the tx of what they count, so
-- that no page adds up rows. House accounts (revenue, clearing and so on) have no row: one balance that every
-- order changes would be a bottleneck, and the sum of their transactions is theirs.
create table accounts (
  user_id integer primary key references users,
  balance bigint not null default 0 check (balance between 0 and 999999999999999),
  transactions_seq integer not null default 0, -- the customer's newest transactions.seq; without gaps
  orders_seq integer not null default 0,       -- the same of orders.seq
  -- The sums of the ledger's rows that placing orders and landing statuses move; account_sums has the others.
  orders_total bigint not null default 0,
  refunds_total bigint not null default 0,
  -- Orders by status.
  pending integer not null default 0,
  processing integer not null default 0,
  completed integer not null default 0,
  partial integer not null default 0,
  refill integer not null default 0,
  canceled integer not null default 0,
  refunded integer not null default 0,
  failed integer not null default 0,
  -- A discount on the catalogue's rates; custom_rates win over it.
  discount_basis_points integer not null default 0 check (discount_basis_points between 0 and 9000),
  discount_until timestamptz(3),               -- null: no end
  -- False for a blocked or deleted user. It is here because placing locks this row: an order that was let in earlier and
  -- waited for the lock still sees the change.
  can_spend boolean not null default true,
  -- What gateways took back of deposits and the balance did not have. Placing reads it under the lock of this row too.
  owed bigint not null default 0 check (owed >= 0)
) with (
  autovacuum_vacuum_scale_factor = 0.05
);

-- The sums have no index: each order would have to write it too. Staff's list of users by them reads the whole table.

-- Further sums of an account's ledger rows, by their type (deposit, bonus).
create table account_sums (
  user_id integer not null references accounts,
  name text not null,
  amount bigint not null,
  primary key (user_id, name)
) with (fillfactor = 70);

create sequence transaction_ids;
create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only: % of transactions is refused', tg_op using errcode = 'insufficient_privilege';
end
$$;

-- Append-only. One row moves an amount between the customer's account and a house account, so the books balance by
-- construction. Triggers and the role's privileges (db/grants.sql) refuse any change.
create table transactions (
  user_id integer not null references accounts(user_id),
  id bigint not null default nextval('transaction_ids'),
  seq integer not null check (seq > 0),
  type text not null check (type in ('deposit', 'order', 'refund', 'bonus')),
  -- The customer's and a house account. Each gateway has a clearing account of its own, by rule.
  from_account text not null,
  to_account text not null,
  amount bigint not null check (amount > 0 and amount <= 999999999999999),
  -- The change of the balance: negative when money leaves the account.
  signed_amount bigint
    generated always as (case when to_account = 'customer' then amount else - amount end) stored not null,
  balance_after bigint not null check (balance_after >= 0),
  -- The reason that staff gave; other rows are described by their type and ids.
  description text,
  payment_method text,
  reference_id text,
  order_id bigint,
  -- Of a deposit its own id; of a bonus the deposit that earned it.
  deposit_id bigint,
  actor_id integer, -- the member of staff who adjusted the balance
  created_at timestamptz(3) not null default tally_now(),
  details jsonb,
  -- See daily_progress.
  tx_id bigint default ((pg_current_xact_id())::text)::bigint,
  primary key (user_id, id),
  unique (user_id, seq),
  -- The kinds of postings, a line each: those of src/server/modules/ledger/posting-kinds.ts, in its order.
  constraint transactions_kind check (
    (type = 'order' and from_account = 'customer' and to_account = 'revenue' and order_id is not null and deposit_id is null and actor_id is null)
    or (type = 'refund' and from_account = 'revenue' and to_account = 'customer' and order_id is not null and deposit_id is null)
    or (type = 'deposit' and from_account like 'clearing:_%' and to_account = 'customer' and order_id is null and deposit_id is not null and deposit_id = id)
    or (type = 'bonus' and from_account = 'bonus' and to_account = 'customer' and order_id is null and deposit_id is not null and deposit_id <> id)
    or (type = 'bonus' and from_account = 'adjustment' and to_account = 'customer' and order_id is null and deposit_id is null and actor_id is not null)
    or (type = 'bonus' and from_account = 'customer' and to_account = 'adjustment' and order_id is null and deposit_id is null and actor_id is not null)
    or (type = 'deposit' and from_account = 'customer' and to_account = 'fee' and order_id is null and deposit_id is not null and deposit_id <> id)
    or (type = 'deposit' and from_account = 'customer' and to_account like 'clearing:_%' and order_id is null and deposit_id is not null and deposit_id <> id)
    or (type = 'deposit' and from_account = 'customer' and to_account = 'receivable' and order_id is null and deposit_id is not null and deposit_id <> id)
    or (type = 'deposit' and from_account = 'receivable' and to_account = 'customer' and order_id is null and deposit_id is not null and deposit_id <> id)
    or (type = 'bonus' and from_account = 'customer' and to_account = 'bonus_reversal' and order_id is null and deposit_id is not null and deposit_id <> id)
    or (type = 'bonus' and from_account = 'bonus_reversal' and to_account = 'customer' and order_id is null and deposit_id is not null and deposit_id <> id)
  )
) with (
  autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02
);
create trigger transactions_append_only before delete or update on transactions
  for each row execute function refuse_ledger_change();
create trigger transactions_no_truncate before truncate on transactions
  for each statement execute function refuse_ledger_change();
-- One charge per order, one bonus and one fee per deposit. A deposit is credited once by its primary key.
create unique index transactions_one_charge on transactions (user_id, order_id) where type = 'order';
create unique index transactions_one_bonus on transactions (user_id, deposit_id) where from_account = 'bonus';
create unique index transactions_one_fee on transactions (user_id, deposit_id) where to_account = 'fee';
create index transactions_of_deposit on transactions (user_id, deposit_id) where deposit_id <> id;
create index transactions_refunds on transactions (user_id, order_id) where type = 'refund';
create index transactions_by_id on transactions (id);
-- A statement filtered by type. Most rows are orders, which are found without an extra index.
create index transactions_of_type on transactions (user_id, type, seq desc) where type <> 'order';
create index transactions_deposits_by_time on transactions (created_at) where type = 'deposit';
-- Rows are written in the order of time and of txs, so BRIN finds a range of them and costs writers nothing.
create index transactions_by_time on transactions using brin (created_at)
  with (pages_per_range = '32', autosummarize = 'on');
create index transactions_by_tx on transactions using brin (tx_id)
  with (pages_per_range = '32', autosummarize = 'on');
