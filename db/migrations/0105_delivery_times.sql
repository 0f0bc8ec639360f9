-- How long orders of a service took, from those that were completed: the last 200 of each, so that what is expected of the
-- next one is told without looking at orders, of which there may be ten million. A job counts them by the timeline, a slice
-- of time after the other, as it does days (0069): nothing that orders or providers write waits for it.

-- How far it was counted, and when the catalogue was last told.
create table delivery_progress (
  is_only       boolean primary key default true check (is_only),
  counted_until timestamptz(3),
  shown_at      timestamptz(3)
);
insert into delivery_progress default values;

-- The arrays are of one length, the newest last. Whose orders they were is not in it.
create table delivery_times (
  service_id    integer primary key,
  quantities    integer[] not null,
  -- Seconds from placing until the first was delivered, and until all were.
  begins        integer[] not null,
  ends          integer[] not null,
  -- What they tell, as src/contract/delivery.ts has it; null of fewer than ten.
  delivery      jsonb,
  -- What the catalogue says: it changes with it once an hour, and not with every order.
  shown_seconds integer,
  shown_orders  integer,
  check (cardinality(quantities) between 1 and 200 and cardinality(begins) = cardinality(quantities)
    and cardinality(ends) = cardinality(quantities)),
  check ((shown_seconds is null) = (shown_orders is null))
);
