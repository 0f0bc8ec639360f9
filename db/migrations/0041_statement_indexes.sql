-- no transaction: what has its place keeps it, and an index that an interrupted build left is dropped first
update deposits
set opened_after = coalesce((
  select max(seq) from (
    select seq from transactions line
    where line.user_id = deposits.user_id and line.id < deposits.id and line.created_at <= deposits.created_at
    order by line.id desc limit 20) newest), 0)
where status <> 'completed' and opened_after = 0;
-- step
drop index concurrently if exists deposits_open;
-- step
create index concurrently deposits_open on deposits (user_id, opened_after desc, id desc) where status <> 'completed';
-- step
drop index concurrently if exists transactions_of_type;
-- step
-- Most lines are orders: those are found among all, the others by themselves.
create index concurrently transactions_of_type on transactions (user_id, type, seq desc) where type <> 'order';
