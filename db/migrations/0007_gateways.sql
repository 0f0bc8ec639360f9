-- The account at a payment company, where the environment does not name one: every process reads it here.
-- The key is encrypted with SECRET_KEY.
create table gateways (
  gateway        text primary key check (gateway in ('cryptomus')),
  url            text not null,
  merchant       text not null,
  key_ciphertext bytea not null,
  is_sandbox     boolean not null default false,
  updated_at     timestamptz(3) not null default now()
);
