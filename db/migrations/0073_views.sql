-- Staff see the panel as one customer does, for some minutes, and change nothing (decision 17). Apart from the sessions: it
-- is no sign-in of the customer, so nothing that lists, counts, renews or ends those ever meets it.
create table views (
  user_id      integer not null references users (id),
  id           uuid not null,
  viewer_id    integer not null references users (id),
  -- Of the viewer, at its beginning: what ends their own sessions ends it too.
  viewer_epoch integer not null,
  created_at   timestamptz(3) not null default tally_now(),
  ends_at      timestamptz(3) not null,
  primary key (user_id, id)
);
create index views_by_viewer on views (viewer_id);
create index views_by_end on views (ends_at);
