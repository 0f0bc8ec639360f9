-- What a provider's figure is in our units of 0.00000001 USD. Null above $9,999,999.99999999, the largest amount there is:
-- no order costs that, and one such figure would end every sum it is part of.
create function usd_units(amount numeric, usd_per_unit numeric) returns bigint
  language sql immutable parallel safe
  return case when abs(amount * usd_per_unit) < 10000000 then round(amount * usd_per_unit * 100000000)::bigint end;
