-- One process at a time holds a provider's turn: it alone paces the calls, sends there and asks there. Held until then
-- unless it is renewed; without an owner it is free, since that time.
create table provider_turns (
  provider_id integer primary key references providers (id) on delete cascade,
  owner       uuid,
  until       timestamptz(3) not null default now()
) with (fillfactor = 50);
