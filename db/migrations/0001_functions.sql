-- Extensions and functions that the tables of several modules use.

-- Trigram search of users and of the audit log. The extension needs a right that managed databases may withhold: without
-- it the same searches work, but read the whole table.
do $$
begin
  create extension if not exists pg_trgm;
exception
  when insufficient_privilege or undefined_file or undefined_object or feature_not_supported then
    raise notice 'pg_trgm is not available: users are searched without an index';
end
$$;

-- now(), unless the session set tally.now. The demo writes a past month of orders with it, by the same statements that
-- real orders go through. Leases and queues always use now() itself.
create function tally_now() returns timestamptz language sql stable parallel safe
return coalesce((nullif(current_setting('tally.now', true), ''))::timestamptz, now());

-- A provider's amount in units of 0.00000001 USD. Null at 10,000,000 USD and above, which no order costs: one absurd
-- figure would otherwise overflow every sum that it is part of.
create function usd_units(amount numeric, usd_per_unit numeric) returns bigint language sql immutable parallel safe
return case
  when (abs((amount * usd_per_unit)) < (10000000)::numeric)
    then (round(((amount * usd_per_unit) * (100000000)::numeric)))::bigint
  else null::bigint
end;

-- sum() of bigint without its state of 128 bits: a report has fourteen sums for each of its customers. Fails above what a
-- bigint holds.
create aggregate sum_units(bigint) (sfunc = int8pl, stype = bigint, initcond = '0', combinefunc = int8pl, parallel = safe);
