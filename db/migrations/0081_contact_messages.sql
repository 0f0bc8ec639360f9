-- What comes by the contact form. A job looks whose it is afterwards, so that the form's answer tells nobody who has an
-- account: a customer's becomes a ticket of theirs and is no message any more, a stranger's stays here for staff.
create sequence contact_message_ids as bigint;
create table contact_messages (
  id          bigint primary key default nextval('contact_message_ids'),
  -- Whoever was signed in when they wrote it.
  user_id     integer references users (id),
  name        text not null check (length(name) between 1 and 100),
  email       text not null check (email = lower(email) and length(email) <= 254),
  subject     text not null check (length(subject) between 1 and 150),
  message     text not null check (length(message) between 1 and 5000),
  created_at  timestamptz(3) not null default now(),
  -- When it was looked at whose it is, and the operator was written to.
  sorted_at   timestamptz(3),
  answered_at timestamptz(3),
  answered_by integer references users (id),
  check ((answered_at is null) = (answered_by is null)),
  check (answered_at is null or sorted_at is not null)
);
create index contact_messages_unsorted on contact_messages (id) where sorted_at is null;
create index contact_messages_open on contact_messages (id) where sorted_at is not null and answered_at is null;
create index contact_messages_answered on contact_messages (answered_at) where answered_at is not null;
create index contact_messages_of_user on contact_messages (user_id) where user_id is not null;
