-- Whether balances are play money or real. The first start sets it (settle-mode.ts), and nothing changes it: play money
-- must never buy anything.
create table database_mode (
  id     integer primary key default 1 check (id = 1),
  mode   text not null check (mode in ('sandbox', 'live')),
  set_at timestamptz(3) not null default now()
);
insert into database_mode (mode, set_at) select kind, settled_at from world;
drop table world;
