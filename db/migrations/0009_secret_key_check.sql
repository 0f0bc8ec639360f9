-- A text that was sealed with SECRET_KEY: whoever can not open it has another key, and would seal what nobody else can
-- open. Written by the first process; one row.
create table secret_key_check (
  id     integer primary key default 1 check (id = 1),
  sealed bytea not null
);
