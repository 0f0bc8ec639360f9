-- Tickets and messages of the contact form.

create sequence ticket_ids;
-- The row has the state of its conversation, so that no list reads messages.
create table tickets (
  user_id integer not null references users,
  id bigint not null default nextval('ticket_ids'),
  subject text not null check (length(subject) between 1 and 150),
  category text not null check (
    category in ('Order Issue', 'Payment Issue', 'Account Issue', 'Technical Issue', 'Other')
  ),
  order_id bigint,
  status text not null default 'open' check (status in ('open', 'closed')),
  messages integer not null default 0 check (messages between 0 and 200),
  last_sender text not null default 'user' check (last_sender in ('user', 'admin')),
  is_unread boolean not null default false, -- by its customer
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  closed_at timestamptz(3),
  assigned_to integer references users,
  notes integer not null default 0 check (notes between 0 and 200),
  primary key (user_id, id),
  check ((status = 'closed') = (closed_at is not null))
);
create index tickets_unread on tickets (user_id) where is_unread;
-- The inbox of staff, over all customers.
create index tickets_by_id on tickets (id);
create index tickets_by_status on tickets (status, id);
create index tickets_waiting on tickets (id) where status = 'open' and last_sender = 'user';
create index tickets_assigned on tickets (assigned_to, id) where status = 'open' and assigned_to is not null;
create index tickets_unassigned on tickets (id) where status = 'open' and assigned_to is null;

create sequence ticket_message_ids;
create table ticket_messages (
  user_id integer not null, -- the ticket's customer
  ticket_id bigint not null,
  id bigint not null default nextval('ticket_message_ids'),
  sender text not null check (sender in ('user', 'admin')),
  actor_id integer,         -- the member of staff who wrote it
  content text not null check (length(content) between 1 and 5000),
  created_at timestamptz(3) not null default now(),
  primary key (user_id, ticket_id, id),
  foreign key (user_id, ticket_id) references tickets(user_id, id),
  check ((sender = 'admin') = (actor_id is not null))
);

create sequence attachment_ids;
-- Files of tickets, and of payments that staff confirm. The row is written before the file is stored and gets its message
-- or deposit afterwards, so that files of interrupted uploads are found and deleted.
create table attachments (
  user_id integer not null references users,
  id bigint not null default nextval('attachment_ids'),
  ticket_id bigint,
  message_id bigint,
  deposit_id bigint,
  store text not null check (store in ('disk', 'bucket')),
  key text not null, -- its name there
  name text not null check (length(name) between 1 and 200),
  type text not null,
  bytes integer not null check (bytes between 1 and 4194304),
  created_at timestamptz(3) not null default now(),
  primary key (user_id, id),
  foreign key (user_id, ticket_id, message_id) references ticket_messages(user_id, ticket_id, id),
  foreign key (user_id, deposit_id) references deposits,
  check ((ticket_id is null) = (message_id is null)),
  check (message_id is null or deposit_id is null)
);
create index attachments_age on attachments (user_id, created_at);
create index attachments_left_over on attachments (created_at) where message_id is null and deposit_id is null;
create index attachments_of_deposit on attachments (user_id, deposit_id) where deposit_id is not null;
create index attachments_of_message on attachments (user_id, ticket_id, message_id);

create sequence ticket_note_ids;
-- Notes of staff on a ticket. A table of its own: a mark on messages could be forgotten in a query that customers use.
create table ticket_notes (
  user_id integer not null, -- the ticket's customer
  ticket_id bigint not null,
  id bigint not null default nextval('ticket_note_ids'),
  actor_id integer not null references users,
  content text not null check (length(content) between 1 and 5000),
  created_at timestamptz(3) not null default now(),
  primary key (user_id, ticket_id, id),
  foreign key (user_id, ticket_id) references tickets(user_id, id)
);

-- Which staff have a ticket open. Rows are refreshed every few seconds and count for a few seconds.
create table ticket_presence (
  user_id integer not null, -- the ticket's customer
  ticket_id bigint not null,
  actor_id integer not null references users,
  is_answering boolean not null,
  seen_at timestamptz(3) not null,
  primary key (user_id, ticket_id, actor_id),
  foreign key (user_id, ticket_id) references tickets(user_id, id)
);
create index ticket_presence_age on ticket_presence (seen_at);

-- Idempotency keys of tickets, messages and notes, written in the tx that writes those. The key is inserted first: a copy
-- of the request waits for that tx and gets the same answer. Not on the messages themselves, which never change, while
-- keys are deleted after 30 days.
create table ticket_keys (
  user_id integer not null references users, -- the ticket's customer
  sender_id integer not null,                -- the customer, or a member of staff
  call text not null check (call in ('ticket', 'message', 'note')),
  idempotency_key text not null check (length(idempotency_key) between 1 and 255),
  request_hash bytea not null,
  written_id bigint,                         -- the ticket, message or note; null only within the tx
  created_at timestamptz(3) not null default now(),
  primary key (user_id, sender_id, call, idempotency_key)
);
create index ticket_keys_age on ticket_keys (created_at);

-- Standard answers of staff, in the language they are written in.
create table canned_replies (
  id integer generated always as identity primary key,
  language text not null check (language in ('en', 'vi', 'ru')),
  title text not null check (length(title) between 1 and 100),
  content text not null check (length(content) between 1 and 5000),
  updated_at timestamptz(3) not null default now(),
  unique (language, title)
);

create sequence contact_message_ids;
-- Messages of the contact form. A job looks for the sender's account afterwards, so that the form does not tell who has
-- one: a customer's message becomes a ticket, a stranger's stays here for staff.
create table contact_messages (
  id bigint default nextval('contact_message_ids') primary key,
  user_id integer references users, -- who was signed in
  name text not null check (length(name) between 1 and 100),
  email text not null check (email = lower(email) and length(email) <= 254),
  subject text not null check (length(subject) between 1 and 150),
  message text not null check (length(message) between 1 and 5000),
  created_at timestamptz(3) not null default now(),
  sorted_at timestamptz(3),         -- when the job looked at it and emailed the operator
  answered_at timestamptz(3),
  answered_by integer references users,
  -- Queue (src/server/lib/queue/README.md).
  due_at timestamptz(3) default now(),
  tries integer not null default 0,
  lease uuid,
  failed_at timestamptz(3),
  fault jsonb,
  check ((answered_at is null) = (answered_by is null)),
  check (answered_at is null or sorted_at is not null)
);
create index contact_messages_due on contact_messages (due_at) where due_at is not null;
create index contact_messages_failed on contact_messages (failed_at) where failed_at is not null;
create index contact_messages_open on contact_messages (id) where sorted_at is not null and answered_at is null;
create index contact_messages_answered on contact_messages (answered_at) where answered_at is not null;
create index contact_messages_of_user on contact_messages (user_id) where user_id is not null;
