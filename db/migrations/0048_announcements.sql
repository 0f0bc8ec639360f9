-- What staff tell all customers, or those who asked for that kind. Its readers are gone through by id, once for each way;
-- how far is written in the tx that tells them, so that a kill in between neither repeats nor leaves out anybody.
create table announcements (
  id              integer generated always as identity primary key,
  kind            text not null check (kind in ('promotion', 'newsletter', 'service_notice')),
  -- {"en": {"title", "text"}, "vi": …}: English always, since it is what whoever has no other text reads.
  texts           jsonb not null check (texts ? 'en'),
  by_notification boolean not null,
  by_letter       boolean not null,
  status          text not null default 'sending' check (status in ('sending', 'sent', 'stopped')),
  created_by      integer not null references users (id),
  created_at      timestamptz(3) not null default now(),
  ended_at        timestamptz(3),
  -- The same key is the same announcement: a second click tells nobody twice.
  key             text check (length(key) between 1 and 255),
  request_hash    bytea,
  -- Of the proofs in its letters' links; apart from SECRET_KEY, so that a link from long ago still works after that changed.
  unsubscribe_key bytea not null check (length(unsubscribe_key) = 32),
  -- The last user who was told, by each way, and whether that way is through.
  notified_up_to  integer not null default 0,
  notified        integer not null default 0,
  notify_ended    boolean not null,
  lettered_up_to  integer not null default 0,
  letters_ended   boolean not null,
  check (by_notification or by_letter),
  check ((status = 'sending') = (ended_at is null)),
  unique (created_by, key)
);
create index announcements_under_way on announcements (id) where status = 'sending';

-- How the letters of an announcement stand; the letters themselves are forgotten after some months.
create table announcement_letters (
  announcement_id integer primary key references announcements (id),
  queued          integer not null default 0,
  sent            integer not null default 0,
  -- Refused for good, or tried too often.
  failed          integer not null default 0,
  -- Turned off, blocked or moved before the letter's turn came.
  unwanted        integer not null default 0,
  check (sent + failed + unwanted <= queued)
);

-- It refers to nothing by constraint, since notifications may lie on other machines.
alter table notifications add column announcement_id integer;
-- Every letter there is passes; 0066 reads them through, without keeping anybody waiting.
alter table mails
  drop constraint mails_letter_check,
  add constraint mails_letter_check check (letter in ('email_confirmation', 'email_change_asked', 'ticket_reply',
    'payment_received', 'order_updates', 'password_changed', 'api_key_made', 'announcement')) not valid;
