-- What the operator decides: a row for each section that was ever changed, in the form in which it goes over the wire.
-- A section without a row has the default that the contract says.
create table settings (
  section    text primary key check (length(section) between 1 and 50),
  value      jsonb not null,
  updated_at timestamptz(3) not null default now()
);
