do $$
begin
  create extension if not exists pg_trgm;
exception
  when insufficient_privilege or undefined_file or undefined_object or feature_not_supported then
    raise notice 'pg_trgm is not available: users are searched without an index';
end
$$;

create function tally_now() returns timestamptz language sql stable parallel safe
return coalesce((nullif(current_setting('tally.now', true), ''))::timestamptz, now());

create function usd_units(amount numeric, usd_per_unit numeric) returns bigint language sql immutable parallel safe
return case when (abs((amount * usd_per_unit)) < (10000000)::numeric) then (round(((amount * usd_per_unit) * (100000000)::numeric)))::bigint else null::bigint end;
