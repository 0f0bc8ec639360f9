-- Sending has a breaker of its own: what an order's reply tells is another thing than whether a provider can be asked.
alter table providers
  -- In a row, without a definite answer between; what failed within one blip counts once. While there are any, one
  -- order at a time is sent.
  add column sending_failures     integer not null default 0 check (sending_failures >= 0),
  add column sending_failed_at    timestamptz(3),
  -- Nothing is sent until a reading of the balance has ended it, which is tried from then on.
  add column sending_paused_until timestamptz(3),
  add column sending_error        text,
  -- Sendings of which nobody knows what became, since the last order that was taken.
  add column sending_unknowns     integer not null default 0 check (sending_unknowns >= 0),
  -- Nothing is sent until a person says so.
  add column sending_stopped_at   timestamptz(3);
