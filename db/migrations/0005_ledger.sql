-- accounts
create table accounts (
  user_id integer primary key references users,
  balance bigint not null default 0 check (balance between 0 and 999999999999999),
  transactions_seq integer not null default 0,
  orders_seq integer not null default 0,
  deposits_total bigint not null default 0,
  orders_total bigint not null default 0,
  refunds_total bigint not null default 0,
  bonuses_total bigint not null default 0,
  pending integer not null default 0,
  processing integer not null default 0,
  completed integer not null default 0,
  partial integer not null default 0,
  refill integer not null default 0,
  canceled integer not null default 0,
  refunded integer not null default 0,
  failed integer not null default 0,
  discount_basis_points integer not null default 0 check (discount_basis_points between 0 and 9000),
  discount_until timestamptz(3),
  can_spend boolean not null default true
);

create sequence transaction_ids;
create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only: % of transactions is refused', tg_op using errcode = 'insufficient_privilege';
end
$$;

-- transactions
create table transactions (
  user_id integer not null references accounts(user_id),
  id bigint not null default nextval('transaction_ids'),
  seq integer not null check (seq > 0),
  type text not null check (type in ('deposit', 'order', 'refund', 'bonus')),
  from_account text not null check (from_account in ('customer', 'revenue', 'clearing:cryptomus', 'clearing:manual', 'bonus', 'adjustment')),
  to_account text not null check (to_account in ('customer', 'revenue', 'clearing:cryptomus', 'bonus', 'adjustment')),
  amount bigint not null check ((amount > 0) and (amount <= 999999999999999)),
  signed_amount bigint generated always as (case
    when (to_account = 'customer') then amount
    else (- amount)
end) stored not null,
  balance_after bigint not null check (balance_after >= 0),
  description text,
  payment_method text,
  reference_id text,
  order_id bigint,
  deposit_id bigint,
  actor_id integer,
  created_at timestamptz(3) not null default tally_now(),
  details jsonb,
  written_in bigint default ((pg_current_xact_id())::text)::bigint,
  primary key (user_id, id),
  unique (user_id, seq),
  check ((from_account = 'customer') <> (to_account = 'customer')),
  check (
case type
    when 'order' then ((from_account = 'customer') and (to_account = 'revenue') and (order_id is not null))
    when 'refund' then ((from_account = 'revenue') and (to_account = 'customer') and (order_id is not null))
    when 'deposit' then ((from_account ~~ 'clearing:%') and (to_account = 'customer') and (deposit_id = id))
    else (((from_account = 'bonus') and (to_account = 'customer') and (deposit_id is not null)) or (((from_account = 'adjustment') or (to_account = 'adjustment')) and (actor_id is not null)))
end)
);
create index transactions_by_id on transactions (id);
create index transactions_by_time on transactions using brin (created_at) with (pages_per_range='32', autosummarize='on');
create index transactions_by_tx on transactions using brin (written_in) with (pages_per_range='32', autosummarize='on');
create index transactions_deposits_by_time on transactions (created_at) where (type = 'deposit');
create index transactions_of_type on transactions (user_id, type, seq desc) where (type <> 'order');
create unique index transactions_one_bonus on transactions (user_id, deposit_id) where (type = 'bonus');
create unique index transactions_one_charge on transactions (user_id, order_id) where (type = 'order');
create index transactions_refunds on transactions (user_id, order_id) where (type = 'refund');
create trigger transactions_append_only before delete or update on transactions for each row execute function refuse_ledger_change();
create trigger transactions_no_truncate before truncate on transactions for each statement execute function refuse_ledger_change();
