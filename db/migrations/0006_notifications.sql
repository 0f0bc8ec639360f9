create sequence notification_ids as bigint;
create table notifications (
  user_id    integer not null references users (id),
  id         bigint not null default nextval('notification_ids'),
  type       text not null check (type in ('payment_success', 'order_completed', 'order_failed', 'other')),
  message    text not null,
  is_read    boolean not null default false,
  created_at timestamptz(3) not null default tally_now(),
  primary key (user_id, id)
);
create index notifications_unread on notifications (user_id) where not is_read;
