-- Tickets of customers, what was written in them, and the files that came along. `user_id` first in every key, so that
-- all of one customer's lie on one machine. A ticket's row says how it stands, so that no list reads the messages.
create sequence ticket_ids as bigint;
create table tickets (
  user_id     integer not null references users (id),
  id          bigint not null default nextval('ticket_ids'),
  subject     text not null check (length(subject) between 1 and 150),
  category    text not null
    check (category in ('Order Issue', 'Payment Issue', 'Account Issue', 'Technical Issue', 'Other')),
  order_id    bigint,
  status      text not null default 'open' check (status in ('open', 'closed')),
  messages    integer not null default 0 check (messages between 0 and 200),
  last_sender text not null default 'user' check (last_sender in ('user', 'admin')),
  -- Something of staff's in it was not seen by the customer.
  is_unread   boolean not null default false,
  created_at  timestamptz(3) not null default now(),
  updated_at  timestamptz(3) not null default now(),
  closed_at   timestamptz(3),
  primary key (user_id, id),
  check ((status = 'closed') = (closed_at is not null))
);
create index tickets_unread on tickets (user_id) where is_unread;
-- For staff, who read over all customers.
create index tickets_by_id on tickets (id);
create index tickets_by_status on tickets (status, id);
create index tickets_waiting on tickets (id) where status = 'open' and last_sender = 'user';

create sequence ticket_message_ids as bigint;
create table ticket_messages (
  user_id    integer not null,
  ticket_id  bigint not null,
  id         bigint not null default nextval('ticket_message_ids'),
  sender     text not null check (sender in ('user', 'admin')),
  -- Who of the staff wrote it.
  actor_id   integer,
  content    text not null check (length(content) between 1 and 5000),
  created_at timestamptz(3) not null default now(),
  primary key (user_id, ticket_id, id),
  foreign key (user_id, ticket_id) references tickets (user_id, id),
  check ((sender = 'admin') = (actor_id is not null))
);

-- A file has its row before it is stored and belongs to a message afterwards, so that what a crash left over is found.
create sequence ticket_attachment_ids as bigint;
create table ticket_attachments (
  user_id    integer not null references users (id),
  id         bigint not null default nextval('ticket_attachment_ids'),
  ticket_id  bigint,
  message_id bigint,
  -- Where it lies, by a name of ours.
  store      text not null check (store in ('disk', 'bucket')),
  key        text not null,
  name       text not null check (length(name) between 1 and 200),
  type       text not null,
  bytes      integer not null check (bytes between 1 and 4194304),
  created_at timestamptz(3) not null default now(),
  primary key (user_id, id),
  foreign key (user_id, ticket_id, message_id) references ticket_messages (user_id, ticket_id, id),
  check ((ticket_id is null) = (message_id is null))
);
create index ticket_attachments_of_message on ticket_attachments (user_id, ticket_id, message_id);
create index ticket_attachments_age on ticket_attachments (user_id, created_at);
create index ticket_attachments_left_over on ticket_attachments (created_at) where message_id is null;

alter table notifications add column ticket_id bigint;

alter table mails
  drop constraint mails_letter_check,
  add constraint mails_letter_check check (letter in ('email_confirmation', 'email_change_asked', 'ticket_reply'));
