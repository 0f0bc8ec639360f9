-- mails
create table mails (
  user_id integer not null references users,
  event text not null check (length(event) between 1 and 100),
  receiver text not null check (length(receiver) between 3 and 254),
  letter text not null check (letter ~ '^[a-z_]{1,40}$'),
  details jsonb not null default '{}',
  created_at timestamptz(3) not null default now(),
  due_at timestamptz(3) default now(),
  tries integer not null default 0 check (tries >= 0),
  sent_at timestamptz(3),
  given_up_at timestamptz(3),
  fault jsonb,
  server bytea,
  primary key (user_id, event, receiver),
  check ((due_at is null) = ((sent_at is not null) or (given_up_at is not null)))
);
create index mails_done on mails (created_at) where (due_at is null);
create index mails_due on mails (due_at) where (due_at is not null);
create index mails_given_up on mails (given_up_at) where (given_up_at is not null);
create index mails_of_announcements on mails (due_at) where ((due_at is not null) and (letter = 'announcement'));
create index mails_of_favourites on mails (due_at) where ((due_at is not null) and (letter = 'favourite_changes'));

-- sandbox_mailbox
create table sandbox_mailbox (
  id integer default 1 primary key check (id = 1),
  port integer not null check (port between 1 and 65535),
  url text not null
);

-- order_letters
create table order_letters (
  id integer default 1 primary key check (id = 1),
  until timestamptz(3) not null,
  unsubscribe_key bytea not null default sha256(convert_to(((gen_random_uuid())::text || (gen_random_uuid())::text), 'UTF8'::name))
);
insert into order_letters (until) values (now());

create sequence notification_ids;
-- notifications
create table notifications (
  user_id integer not null references users,
  id bigint not null default nextval('notification_ids'),
  is_read boolean not null default false,
  created_at timestamptz(3) not null default tally_now(),
  code text not null,
  details jsonb not null default '{}',
  order_id bigint,
  deposit_id bigint,
  ticket_id bigint,
  announcement_id integer,
  primary key (user_id, id)
);
create unique index notifications_announced_once on notifications (user_id, announcement_id) where (announcement_id is not null);
create index notifications_by_time on notifications using brin (created_at) with (pages_per_range='8');
create index notifications_of_tickets on notifications (user_id, ticket_id) where (ticket_id is not null);
create index notifications_read_age on notifications (created_at) where is_read;
create index notifications_unread on notifications (user_id) where (not is_read);

-- notification_preferences
create table notification_preferences (
  user_id integer primary key references users,
  order_updates boolean,
  promotions boolean,
  newsletter boolean,
  service_changes boolean,
  changed_at timestamptz(3) not null default now()
);

-- staff_alerts
create table staff_alerts (
  key text primary key check (length(key) <= 200),
  count integer not null,
  told_at timestamptz(3) not null default now(),
  gone_at timestamptz(3)
);

-- announcements
create table announcements (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('promotion', 'newsletter', 'service_notice')),
  texts jsonb not null check (texts ? 'en'),
  by_notification boolean not null,
  by_letter boolean not null,
  status text not null default 'sending' check (status in ('sending', 'sent', 'stopped')),
  created_by integer not null references users,
  created_at timestamptz(3) not null default now(),
  ended_at timestamptz(3),
  key text check (length(key) between 1 and 255),
  request_hash bytea,
  unsubscribe_key bytea not null check (length(unsubscribe_key) = 32),
  notified_up_to integer not null default 0,
  notified integer not null default 0,
  notify_ended boolean not null,
  lettered_up_to integer not null default 0,
  letters_ended boolean not null,
  unique (created_by, key),
  check (by_notification or by_letter),
  check ((status = 'sending') = (ended_at is null))
);
create index announcements_under_way on announcements (id) where (status = 'sending');

-- announcement_letters
create table announcement_letters (
  announcement_id integer primary key references announcements,
  queued integer not null default 0,
  sent integer not null default 0,
  failed integer not null default 0,
  unwanted integer not null default 0,
  check (((sent + failed) + unwanted) <= queued)
);
