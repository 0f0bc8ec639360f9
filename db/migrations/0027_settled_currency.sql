-- The currency in which a provider last told our balance there. Its costs are read in the account's currency: while the
-- two differ none of them is right, and nothing is imported from there or sold.
alter table providers
  add column balance_currency text,
  add column is_currency_settled boolean not null
    generated always as (balance_currency is null or balance_currency = currency) stored;

-- What a service costs in the provider's own currency, as it was read: prices are made anew from it when the currency
-- or its rate turns out to be another. Null where it was written by hand or before.
alter table supplies add column cost_own numeric check (cost_own >= 0);
