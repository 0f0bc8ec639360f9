-- Those that were renewed before 0094 do not say when, so that a token of theirs that is shown again ended nothing: whoever
-- had stolen one and renewed it a moment before that upgrade kept what came of it. It can be told all the same: a renewal
-- ends the old session 60 s after it and begins the new one of the same family. Not told of those that were ended otherwise:
-- of what 0085 gave up, which ends at the moment when that ran, nobody renewed anything.
update sessions set renewed_at = ends_at - interval '60 seconds'
where is_renewed and renewed_at is null
  and exists (
    select from sessions came
    where came.user_id = sessions.user_id and came.chain = sessions.chain and came.id <> sessions.id
      and came.created_at between sessions.ends_at - interval '62 seconds' and sessions.ends_at - interval '59.9 seconds')
  and not exists (
    select from schema_migrations
    where name like '0085\_%' and abs(extract(epoch from sessions.ends_at - applied_at)) < 0.01);
