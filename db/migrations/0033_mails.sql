-- A letter that is to be sent has a row, written in the tx of what it tells of, once for each event and receiver. What it
-- says is made when it is sent; nothing secret stands here.
create table mails (
  user_id    integer not null references users (id),
  -- Such as 'email_confirmation:12': the same event asked for twice is one letter.
  event      text not null check (length(event) between 1 and 100),
  receiver   text not null check (length(receiver) between 3 and 254),
  letter     text not null check (letter in ('email_confirmation', 'email_change_asked')),
  details    jsonb not null default '{}',
  created_at timestamptz(3) not null default now(),
  -- When it is sent, or tried again; null once it is sent or given up.
  due_at     timestamptz(3) default now(),
  tries      integer not null default 0 check (tries >= 0),
  sent_at    timestamptz(3),
  given_up_at timestamptz(3),
  error      text check (length(error) <= 500),
  primary key (user_id, event, receiver),
  check ((due_at is null) = (sent_at is not null or given_up_at is not null))
);
create index mails_due on mails (due_at) where due_at is not null;
create index mails_given_up on mails (given_up_at) where given_up_at is not null;
create index mails_done on mails (created_at) where due_at is null;

-- Where the sandbox takes letters, while there is one: every process delivers there what has no mail server of the
-- operator's. `url` is where a person reads them.
create table sandbox_mailbox (
  id   integer primary key default 1 check (id = 1),
  port integer not null check (port between 1 and 65535),
  url  text not null
);

-- Secrets among the operator's settings, sealed with SECRET_KEY.
create table settings_secrets (
  name   text primary key check (name in ('mail_password')),
  sealed bytea not null
);

-- A new address waits on the user until the letter to it is answered. The letter's token is made from the row and
-- SECRET_KEY, and kept nowhere.
alter table users
  add column pending_email      text check (pending_email = lower(pending_email) and length(pending_email) <= 254),
  add column email_confirmed_at timestamptz(3);

create sequence email_confirmation_ids as bigint;
create table email_confirmations (
  user_id    integer not null references users (id),
  id         bigint not null default nextval('email_confirmation_ids'),
  email      text not null check (email = lower(email) and length(email) <= 254),
  created_at timestamptz(3) not null default now(),
  used_at    timestamptz(3),
  primary key (user_id, id)
);
create index email_confirmations_age on email_confirmations (created_at);
