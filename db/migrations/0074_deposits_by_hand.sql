-- no transaction: a rule that is there already is made anew, and a table that is there is left as it is
-- Money that arrived outside every gateway (a bank, cash) is entered by staff, once: its reference is claimed here, whoever
-- it was for. Few rows, and no customer's call reads them, so the table is one for all, as users are.
create table if not exists entered_references (
  reference  text primary key check (length(reference) between 1 and 100),
  user_id    integer not null references users (id),
  deposit_id bigint not null
);
-- step
-- The ledger has a house account for it. The rows that are there are read without keeping a writer waiting.
alter table transactions drop constraint if exists transactions_from_account_check;
-- step
alter table transactions add constraint transactions_from_account_check
  check (from_account in ('customer', 'revenue', 'clearing:cryptomus', 'clearing:manual', 'bonus', 'adjustment'))
  not valid;
-- step
alter table transactions validate constraint transactions_from_account_check;
