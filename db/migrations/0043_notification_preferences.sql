-- What a customer wants to be told of. Without a row the defaults hold, which the code knows; null is the default too, so
-- that a change of one says nothing of the others.
create table notification_preferences (
  user_id         integer primary key references users (id),
  order_updates   boolean,
  promotions      boolean,
  newsletter      boolean,
  service_changes boolean,
  changed_at      timestamptz(3) not null default now()
);
