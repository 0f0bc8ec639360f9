-- Whether a provider's rates are what it charges shows at the first charge of each of its services. Until that is read few
-- orders are sent by a supply; a first charge of many times its rate holds all that comes from the provider.
alter table providers
  -- So many orders, of so much cost in units of 0.00000001 USD, before a supply's first charge is read. Null: no limit.
  add column first_orders integer default 5 check (first_orders between 1 and 1000),
  add column first_cost bigint not null default 2000000000 check (first_cost > 0),
  -- Set while its charges don't fit its rates: which orders showed it, at which service, expected and charged per 1,000.
  add column charge_hold jsonb,
  -- Its rates can be reckoned with: the currency is settled, and nothing speaks against what it charges.
  add column has_trusted_costs boolean not null
    generated always as ((balance_currency is null or balance_currency = currency) and charge_hold is null) stored;
-- The sandbox charges what its list says.
update providers set first_orders = null where is_sandbox;

alter table supplies
  -- missing: none was told within the time for it, and its orders are sent without.
  add column first_charge text not null default 'awaited' check (first_charge in ('awaited', 'read', 'missing')),
  -- Attempts from here on count.
  add column first_charge_since timestamptz(3) not null default now(),
  -- The order that showed it: where its id at the provider turns out to be another's, the first charge is awaited again.
  add column first_charge_order bigint;
-- What was sold before goes on as it did.
update supplies set first_charge = case when sent.is_charged then 'read' else 'missing' end
from (
  select supply_id, bool_or(charge > 0) is true as is_charged from order_attempts where state = 'accepted' group by supply_id
) sent
where sent.supply_id = supplies.id;

-- Supplies of which orders wait for the first charge, and since when.
create table held_back_supplies (
  supply_id   integer primary key references supplies (id),
  provider_id integer not null references providers (id),
  since       timestamptz(3) not null default now()
);
create index held_back_supplies_by_provider on held_back_supplies (provider_id);

-- Charges that tell something: a supply's first one, and those above what is known. One alone raises no cost, so each stays,
-- once it was read, until another order of the supply says the same.
alter table dearer_charges rename to noted_charges;
alter table noted_charges rename constraint dearer_charges_pkey to noted_charges_pkey;
alter table noted_charges add column supply_id integer, add column read_at timestamptz(3);
update noted_charges set supply_id = taken.supply_id from order_attempts taken
where taken.user_id = noted_charges.user_id and taken.order_id = noted_charges.order_id and taken.state = 'accepted';
delete from noted_charges where supply_id is null;
alter table noted_charges alter column supply_id set not null;
create index noted_charges_by_supply on noted_charges (supply_id);
create index noted_charges_unread on noted_charges (seen_at) where read_at is null;

-- What was learned from charges, and what it changed: taken back where one of the orders turns out to have had another's id.
create table learned_costs (
  id              bigint generated always as identity primary key,
  supply_id       integer not null references supplies (id),
  service_id      integer not null references services (id),
  order_ids       bigint[] not null,
  cost_own_before numeric,
  cost_before     bigint not null,
  cost_own_after  numeric,
  cost_after      bigint not null,
  rate_before     bigint not null,
  rate_after      bigint not null,
  learned_at      timestamptz(3) not null default now()
);
create index learned_costs_by_supply on learned_costs (supply_id);
create index learned_costs_age on learned_costs (learned_at);
