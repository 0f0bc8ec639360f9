-- Orders for which a provider charged more than we knew it would cost: written by the statement that lands the charge, and
-- worked off into the cost of the supply. So none is lost when the process ends in between.
create table dearer_charges (
  user_id  integer not null,
  order_id bigint not null,
  charge   numeric(24, 8) not null,
  seen_at  timestamptz(3) not null default now(),
  primary key (user_id, order_id)
);
