-- A renewed session has one child, so of a family one alone can be renewed. Families that two tabs split before this keep
-- the branch that ends last; its rows stay for as long as their tokens could be shown again.
with kept as (
  select distinct on (user_id, chain) user_id, id from sessions
  where not is_renewed
  order by user_id, chain, ends_at desc, id
)
update sessions set is_renewed = true, ends_at = least(ends_at, now())
where not is_renewed and not exists (
  select from kept where kept.user_id = sessions.user_id and kept.id = sessions.id
);

create unique index sessions_family on sessions (user_id, chain) where not is_renewed;
