-- What a panel can not do is learnt from its answers and remembered.

-- How many ids it takes in one `status` and one `refill_status` call; 1: it knows no lists, and is asked by the call that
-- is for one. Forgotten after a day, since panels are changed.
alter table providers
  add column orders_per_call  integer not null default 100 check (orders_per_call between 1 and 100),
  add column refills_per_call integer not null default 100 check (refills_per_call between 1 and 100),
  add column per_call_at      timestamptz(3);

-- A refill that was taken without an id is followed by its order's own status: it was seen under way there, so that the
-- next word of an end is its end.
alter table refills add column seen_open boolean not null default false;
