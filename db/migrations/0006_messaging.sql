-- Emails, notifications, announcements and alerts of staff.

-- One row per email, written in the tx of the event, once per event and recipient. A job sends them and retries. The text
-- and the tokens of links are made when it is sent, so no secret is stored here.
create table emails (
  user_id integer not null references users,
  -- Such as 'email_confirmation:12'.
  event text not null check (length(event) between 1 and 100),
  receiver text not null check (length(receiver) between 3 and 254),
  kind text not null check (kind ~ '^[a-z_]{1,40}$'), -- which email it is; the code has the list
  details jsonb not null default '{}',
  created_at timestamptz(3) not null default now(),
  due_at timestamptz(3) default now(),                -- of the next try; null: sent or failed
  tries integer not null default 0 check (tries >= 0),
  lease uuid,                                         -- of the process that sends it
  sent_at timestamptz(3),
  failed_at timestamptz(3),
  fault jsonb,                                        -- why the last try failed: a code with its details
  -- A mail server to use instead of the current one, encrypted; only until it is sent.
  server bytea,
  primary key (user_id, event, receiver),
  check ((due_at is null) = (sent_at is not null or failed_at is not null))
) with (
  autovacuum_vacuum_scale_factor = 0.05,
  autovacuum_vacuum_insert_scale_factor = 0.05,
  autovacuum_analyze_scale_factor = 0.02
);
create index emails_done on emails (created_at) where due_at is null;
create index emails_due on emails (due_at) where due_at is not null;
create index emails_failed on emails (failed_at) where failed_at is not null;
-- How many bulk emails wait: more are written only when few do.
create index emails_of_announcements on emails (due_at) where due_at is not null and kind = 'announcement';
create index emails_of_services on emails (due_at)
  where due_at is not null and kind in ('favourite_changes', 'api_service_changes');

-- Where the sandbox's mail server listens, while there is one. Without a mail server of the operator, every process sends
-- there.
create table sandbox_mailbox (
  id integer default 1 primary key check (id = 1), -- at most one row
  port integer not null check (port between 1 and 65535),
  url text not null                                -- the page that shows the emails
);

-- Emails about orders: one for several minutes' worth of them.
create table order_emails (
  id integer default 1 primary key check (id = 1), -- at most one row
  until timestamptz(3) not null,                   -- order events up to this time have been written to emails
  -- Proves the links that turn off emails about orders and payments. Not SECRET_KEY, so that old links survive a new key.
  unsubscribe_key bytea not null
    default sha256(convert_to(((gen_random_uuid())::text || (gen_random_uuid())::text), 'UTF8'::name))
);
insert into order_emails (until) values (now());

create sequence notification_ids;
-- What the bell shows: a code with its details. The sentence is made for its reader.
create table notifications (
  user_id integer not null references users,
  id bigint not null default nextval('notification_ids'),
  is_read boolean not null default false,
  created_at timestamptz(3) not null default tally_now(),
  code text not null,
  details jsonb not null default '{}',
  order_id bigint, -- what it leads to
  deposit_id bigint,
  ticket_id bigint,
  announcement_id integer,
  mass_order_id integer, -- mass_order_ranges.first_seq, for an order that came with one
  primary key (user_id, id)
) with (
  autovacuum_vacuum_scale_factor = 0.05,
  autovacuum_vacuum_insert_scale_factor = 0.05,
  autovacuum_analyze_scale_factor = 0.02
);
-- A mass order is one line of the page.
create index notifications_of_mass_orders on notifications (user_id, mass_order_id, id) where mass_order_id is not null;
-- The page's filters; orders are found by id, since nearly all are about them.
create index notifications_by_code on notifications (user_id, code, id) where order_id is null;
create unique index notifications_announced_once on notifications (user_id, announcement_id)
  where announcement_id is not null;
-- Emails about orders read ten minutes. No BRIN: new rows go where old ones were deleted, so the blocks have rows of all times.
create index notifications_of_orders_by_time on notifications (created_at) where order_id is not null;
-- Reading a ticket marks its notifications as read, among possibly hundreds of thousands about orders.
create index notifications_of_tickets on notifications (user_id, ticket_id) where ticket_id is not null;
create index notifications_read_age on notifications (created_at) where is_read; -- old ones are deleted
create index notifications_unread on notifications (user_id, id) where not is_read;

-- What a user wants to be notified about. Null, or no row: the default, which the code has.
create table notification_preferences (
  user_id integer primary key references users,
  order_updates boolean,
  promotions boolean,
  newsletter boolean,
  service_changes boolean,
  changed_at timestamptz(3) not null default now()
);

-- Customers who want to know when their balance falls below a sum. The ledger tells exactly when it did: a job reads the
-- rows since the last time.
create table balance_notices (
  user_id integer primary key references users,
  below bigint not null check (below > 0),
  checked_seq integer not null,  -- the last of transactions.seq that was read
  is_below boolean not null,     -- whether the balance was below after it
  set_at timestamptz(3) not null default now()
);

-- Problems that staff were notified of and that still exist: they are notified once per change.
create table staff_alerts (
  key text primary key check (length(key) <= 200),
  count integer not null, -- of orders, deposits or emails at that time
  notified_at timestamptz(3) not null default now(),
  -- Deleted some minutes later, so that a flapping problem is one alert.
  resolved_at timestamptz(3)
);

-- A message of staff to all customers, or to those who asked for its kind. A job goes through them by id, once for
-- notifications and once for emails; how far it got is written in the tx of the batch, so that a restart neither repeats
-- nor skips anyone.
create table announcements (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('promotion', 'newsletter', 'service_notice')),
  -- {"en": {"title", "text"}, "vi": …}; English for those without another.
  texts jsonb not null check (texts ? 'en'),
  by_notification boolean not null,
  by_email boolean not null,
  status text not null default 'sending' check (status in ('sending', 'sent', 'stopped')),
  created_by integer not null references users,
  created_at timestamptz(3) not null default now(),
  ended_at timestamptz(3),
  key text check (length(key) between 1 and 255), -- of the request, so that a second click sends nothing
  request_hash bytea,
  -- As in order_emails.
  unsubscribe_key bytea not null check (length(unsubscribe_key) = 32),
  notified_up_to integer not null default 0,      -- the last user's id
  notified integer not null default 0,
  notify_ended boolean not null,
  emailed_up_to integer not null default 0,       -- the last user's id
  emails_ended boolean not null,
  -- Queue (src/server/lib/queue/README.md).
  due_at timestamptz(3) default now(),
  tries integer not null default 0,
  lease uuid,
  failed_at timestamptz(3),
  fault jsonb,
  unique (created_by, key),
  check (by_notification or by_email),
  check (status = 'sending' or due_at is null),
  check ((status = 'sending') = (ended_at is null))
);
create index announcements_due on announcements (due_at) where due_at is not null;
create index announcements_failed on announcements (failed_at) where failed_at is not null;

-- Results of an announcement's emails. Rows of `emails` are deleted after some months.
create table announcement_emails (
  announcement_id integer primary key references announcements,
  queued integer not null default 0,
  sent integer not null default 0,
  failed integer not null default 0,
  unwanted integer not null default 0, -- unsubscribed, blocked or moved before it was sent
  check (sent + failed + unwanted <= queued)
);
