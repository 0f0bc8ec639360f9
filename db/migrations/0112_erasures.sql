-- Who was deleted and of whom something is left that grows with what a customer does: it is forgotten a batch at a time behind
-- the deletion, and the row goes with the last of it. Whoever finds one that nobody works on goes on.
create table erasures (
  user_id    integer primary key references users (id),
  -- When somebody last worked on it.
  worked_at  timestamptz(3) not null
);
-- Of those who were deleted before, how orders were delivered may be left where the process was ended.
insert into erasures (user_id, worked_at) select id, deleted_at from users where deleted_at is not null;
