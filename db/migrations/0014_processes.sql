-- The processes of the product: each says every few seconds that it lives, by a write that proves that the database
-- still takes any. Whoever stops takes its row away; one that was killed is forgotten a day later.
create table processes (
  id         uuid primary key,
  role       text not null check (role in ('all', 'web', 'worker')),
  host       text not null,
  pid        integer not null,
  started_at timestamptz(3) not null default now(),
  beat_at    timestamptz(3) not null default now()
) with (fillfactor = 50);
