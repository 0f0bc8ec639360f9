-- A customer sees where they are signed in, and ends what they do not know. A renewed session goes on as another row:
-- the old one is left out from then on.
alter table sessions
  add column signed_in_at timestamptz(3) not null default tally_now(),
  add column used_at      timestamptz(3) not null default tally_now(),
  add column address      text check (length(address) <= 100),
  add column user_agent   text check (length(user_agent) <= 300),
  add column is_renewed   boolean not null default false;
update sessions set signed_in_at = created_at, used_at = created_at;
