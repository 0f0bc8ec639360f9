-- What one customer pays instead of the catalogue's rate. A discount counts until its end, or without one for good; it is
-- on the account, which placing reads anyway.
alter table accounts
  add column discount_basis_points integer not null default 0
    check (discount_basis_points between 0 and 9000),
  add column discount_until        timestamptz(3);

-- A rate of the customer's own takes the place of rate and discount. At most 4 decimals, so that no price is rounded.
create table own_rates (
  user_id    integer not null references accounts (user_id),
  service_id integer not null references services (id),
  rate       bigint not null check (rate > 0 and rate % 10000 = 0 and rate <= 999999999999999),
  primary key (user_id, service_id)
);

-- Nothing is sent to a supply that costs more than the customer pays, and nothing is sold that no supply delivers, but
-- where the operator said so of the service. Until now one without any supply was sold all the same: it was made by hand.
alter table services
  add column below_cost boolean not null default false,
  add column by_hand    boolean not null default false;
update services set by_hand = true
  where not exists (select from supplies where supplies.service_id = services.id);
