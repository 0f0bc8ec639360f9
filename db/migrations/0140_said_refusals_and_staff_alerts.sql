-- What a provider said when it refused an order in words that are not known, in a form in which the same sentence about
-- two orders is the same. Null where the answer was lost: about those a sentence says nothing.
alter table order_attempts add column said text;

-- Sentences of which staff decided that they mean "not taken". Removable; the audit log says who taught which.
create table taught_sentences (
  id          integer generated always as identity primary key,
  provider_id integer not null references providers (id) on delete cascade,
  sentence    text not null check (length(sentence) between 1 and 400),
  -- As the provider wrote it, for staff to read.
  example     text not null check (length(example) <= 1000),
  taught_by   integer not null,
  taught_at   timestamptz(3) not null default now(),
  unique (provider_id, sentence)
);

-- It refuses us (funds, key, address): since when, until it takes an order again.
alter table providers
  add column refuses_us    text check (refuses_us in ('funds', 'key', 'address')),
  add column refuses_since timestamptz(3);

-- Jobs of this process that failed five times in a row, written with its beat.
alter table processes add column failing_jobs text[] not null default '{}';

-- What staff were notified of and is still so: they are notified once per change.
create table staff_alerts (
  key     text primary key check (length(key) <= 200),
  -- Of what is counted (orders, deposits, emails): how many there were when they were notified.
  count   integer not null,
  told_at timestamptz(3) not null default now(),
  -- Since when it is not so any more; the row goes some minutes later, so that what comes and goes is one change.
  gone_at timestamptz(3)
);

-- Which emails there are, the code's own list says (letters.ts); here only what a name looks like.
alter table mails
  drop constraint mails_letter_check,
  add constraint mails_letter_check check (letter ~ '^[a-z_]{1,40}$') not valid;
