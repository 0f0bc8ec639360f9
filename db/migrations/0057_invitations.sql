-- Staff add a user by a letter: whoever is invited has no password until they set one by the link in it. Somebody who is
-- deleted has none any more.
alter table users alter column password_hash drop not null;

-- The link's token is made from the row and SECRET_KEY when the letter is sent, and kept nowhere. It works once, and a newer
-- one takes its place.
create sequence invitation_ids as bigint;
create table invitations (
  user_id    integer not null references users (id),
  id         bigint not null default nextval('invitation_ids'),
  email      text not null check (email = lower(email) and length(email) <= 254),
  created_at timestamptz(3) not null default now(),
  primary key (user_id, id)
);
create index invitations_age on invitations (created_at);

-- Every letter there is passes; 0066 reads them through, without keeping anybody waiting.
alter table mails
  drop constraint mails_letter_check,
  add constraint mails_letter_check check (letter in ('email_confirmation', 'email_change_asked', 'ticket_reply',
    'payment_received', 'order_updates', 'password_changed', 'api_key_made', 'announcement',
    'invitation')) not valid;
