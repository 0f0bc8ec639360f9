-- A statement has the lines of the ledger in the order in which they moved the balance, and between them the deposits that
-- are not in it yet, each after the line that was the last when it was opened. So the running balance adds up from line to
-- line, and a page is found without reading those before it.
alter table deposits add column opened_after integer not null default 0 check (opened_after >= 0);
update deposits
set opened_after = coalesce((
  select max(seq) from (
    select seq from transactions line
    where line.user_id = deposits.user_id and line.id < deposits.id and line.created_at <= deposits.created_at
    order by line.id desc limit 20) newest), 0)
where status <> 'completed';
drop index deposits_open;
create index deposits_open on deposits (user_id, opened_after desc, id desc) where status <> 'completed';

-- Most lines are orders: those are found among all, the others by themselves.
create index transactions_of_type on transactions (user_id, type, seq desc) where type <> 'order';
