-- What a provider offers is read on a schedule, and what it costs there follows.

alter table providers
  -- `follow` makes prices anew from the new cost and their markup; `hold` leaves them, and what costs more than it is sold
  -- for is not sold until a person says so.
  add column sync_policy     text not null default 'hold' check (sync_policy in ('hold', 'follow')),
  add column sync_hours      integer not null default 6 check (sync_hours between 1 and 168),
  add column sync_due_at     timestamptz(3) not null default now() + interval '6 hours',
  add column synced_at       timestamptz(3),
  -- Why the last list was not believed, since when, and how often in a row: it is asked again sooner.
  add column sync_trouble    text check (sync_trouble in ('not_read', 'empty', 'half_missing', 'currency', 'prices')),
  add column sync_trouble_at timestamptz(3),
  add column sync_troubles   integer not null default 0,
  add column sync_error      text,
  -- Sending there was paused by a person, and did not stop by itself.
  add column sending_stopped_by integer references users (id),
  -- Below it staff are told, once until there is more again; in the provider's currency.
  add column balance_low     numeric(24, 8) check (balance_low >= 0),
  add column is_balance_low  boolean not null default false,
  -- What its last check found, so that it is there when the page is opened.
  add column examined_at     timestamptz(3),
  add column examined        jsonb;

-- What each provider offered when it was last asked: the next list is compared with it. Small: it is what there is, and no
-- history.
create table provider_offers (
  provider_id integer not null references providers (id) on delete cascade,
  service     text not null,
  name        text not null,
  type        text not null,
  rate        numeric not null,
  min         integer not null,
  max         integer not null,
  primary key (provider_id, service)
);

-- Why a supply is not used, where it was no person who switched it off: it comes back when that is over.
alter table supplies add column off_for text check (off_for in ('gone', 'type'));
