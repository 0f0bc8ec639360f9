-- What changed at a provider, for whoever asks why a price is what it is. Read by the page, newest first; the oldest go.
create table provider_changes (
  provider_id integer not null references providers (id) on delete cascade,
  id          bigint generated always as identity,
  -- The provider's own id of it, and ours where it is on the catalogue.
  service     text not null,
  service_id  integer,
  kind        text not null check (kind in ('new', 'gone', 'back', 'price_up', 'price_down', 'min', 'max', 'type', 'name')),
  before      text,
  after       text,
  -- What was learnt from the charge of this order, not from the list.
  order_id    bigint,
  -- What came of it here.
  outcome     text check (outcome in ('held', 'repriced', 'off')),
  created_at  timestamptz(3) not null default tally_now(),
  primary key (provider_id, id)
);
create index provider_changes_by_kind on provider_changes (provider_id, kind, id);
create index provider_changes_by_service on provider_changes (provider_id, service, id);
