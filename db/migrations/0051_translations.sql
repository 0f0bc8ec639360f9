-- What was translated once is not asked again: a provider's list has the same words every time. By hash, since a
-- description is longer than an index takes.
create table translations (
  hash       bytea primary key check (length(hash) = 32),
  original   text not null,
  translated text not null,
  created_at timestamptz(3) not null default tally_now()
);

-- The texts of an import that somebody has to translate.
create table import_texts (
  import_id integer not null references imports (id) on delete cascade,
  position  integer not null,
  hash      bytea not null check (length(hash) = 32),
  original  text not null,
  state     text not null default 'waiting' check (state in ('waiting', 'done', 'failed')),
  primary key (import_id, position)
);
create index import_texts_waiting on import_texts (import_id, position) where state = 'waiting';
