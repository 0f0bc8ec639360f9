-- What staff answer often, written once in the language in which it is read. Few rows, the same for all customers.
create table canned_replies (
  id         integer generated always as identity primary key,
  language   text not null check (language in ('en', 'vi', 'ru')),
  title      text not null check (length(title) between 1 and 100),
  content    text not null check (length(content) between 1 and 5000),
  updated_at timestamptz(3) not null default now(),
  unique (language, title)
);
