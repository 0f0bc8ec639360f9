-- The second factor of whoever has one: the secret that their authenticator app shares, sealed with SECRET_KEY. It counts
-- from its first code on; one that never came leaves a row that the next set-up replaces. `last_step` is the 30 s step of the
-- newest code that was taken: each works once, and none that is older.
create table two_factor (
  user_id       integer primary key references users (id),
  sealed        bytea not null,
  begun_at      timestamptz(3) not null,
  enabled_at    timestamptz(3),
  last_step     bigint not null default 0,
  -- Of the hashes of this person's recovery codes, so that one look tells which code it is.
  recovery_salt bytea check (length(recovery_salt) = 16),
  check ((enabled_at is null) = (recovery_salt is null))
);

-- Recovery codes that were not used yet, as argon2id hashes.
create table recovery_codes (
  user_id integer not null references two_factor (user_id) on delete cascade,
  hash    bytea not null check (length(hash) = 32),
  primary key (user_id, hash)
);

-- Every letter there is passes; 0089 reads them through, without keeping anybody waiting.
alter table mails
  drop constraint mails_letter_check,
  add constraint mails_letter_check check (letter in ('email_confirmation', 'email_change_asked', 'ticket_reply',
    'payment_received', 'order_updates', 'password_changed', 'api_key_made', 'announcement', 'invitation',
    'password_reset', 'contact_message', 'new_sign_in', 'two_factor_on', 'two_factor_off', 'recovery_code_used',
    'recovery_codes_made', 'two_factor_reset')) not valid;
