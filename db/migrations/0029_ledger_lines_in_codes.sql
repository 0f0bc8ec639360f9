-- A line of the ledger is said from what it is: its type, accounts, order, deposit and actor. Only a reason, which nobody
-- can derive, is kept with it. What rows before this say in words of their own stays with them, as everything of them does.
alter table transactions
  alter column description drop not null,
  add column details jsonb;
