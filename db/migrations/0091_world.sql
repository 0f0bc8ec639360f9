-- Whether the money of this database is play money or real: said once, at the first start, and never again, since a
-- balance that was won in the sandbox must not buy anything. A database of before is judged by what it holds at its
-- next start (settle-world.ts).
create table world (
  id         integer primary key default 1 check (id = 1),
  kind       text not null check (kind in ('sandbox', 'live')),
  settled_at timestamptz(3) not null default now()
);
