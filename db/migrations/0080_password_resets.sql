-- Whoever forgot their password asks for a letter. What was typed waits as a row whether anybody has that address or not, so
-- that neither the answer nor its time tells: a job looks for the account afterwards, and what was typed goes with that.
create sequence reset_request_ids as bigint;
create table reset_requests (
  id         bigint primary key default nextval('reset_request_ids'),
  email      text not null check (email = lower(email) and length(email) <= 254),
  created_at timestamptz(3) not null default now()
);

-- The link's token is made from the row and SECRET_KEY when the letter is sent; what is kept of it is a hash. It works once,
-- for an hour, and a newer one takes its place.
create sequence password_reset_ids as bigint;
create table password_resets (
  user_id    integer not null references users (id),
  id         bigint not null default nextval('password_reset_ids'),
  email      text not null check (email = lower(email) and length(email) <= 254),
  token_hash bytea not null check (length(token_hash) = 32),
  created_at timestamptz(3) not null default now(),
  primary key (user_id, id)
);
create index password_resets_age on password_resets (created_at);

-- Every letter there is passes; 0082 reads them through, without keeping anybody waiting.
alter table mails
  drop constraint mails_letter_check,
  add constraint mails_letter_check check (letter in ('email_confirmation', 'email_change_asked', 'ticket_reply',
    'payment_received', 'order_updates', 'password_changed', 'api_key_made', 'announcement', 'invitation',
    'password_reset', 'contact_message', 'new_sign_in')) not valid;
