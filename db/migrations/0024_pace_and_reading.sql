-- How fast a provider may be called, and when reading there pauses.

-- Reading has a breaker of its own: one that takes no orders may well tell how the old ones stand, and the other way
-- round. It pauses for seconds instead of minutes, until a reading of the balance ends that; what an earlier version
-- paused begins anew. The error of the last reading stands apart from what is wrong with the account as such.
alter table providers rename column consecutive_failures to reading_failures;
alter table providers rename column paused_until to reading_paused_until;
update providers set reading_failures = 0, reading_paused_until = null;
alter table providers
  add column reading_failed_at timestamptz(3),
  add column reading_error     text,
  -- Most panels bear that; those that count 60 to 300 calls a minute refuse in words what is more, which loses nothing
  -- and is waited out. Whoever knows better of one says so.
  add column calls_at_once     integer not null default 6 check (calls_at_once between 1 and 50),
  add column calls_per_second  integer not null default 20 check (calls_per_second between 1 and 100);
