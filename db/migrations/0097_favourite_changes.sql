-- How each service was when those who starred it were last told: what it cost, its bounds, whether it was for sale. All
-- services, since who stars one later is told of what changes from then on.
create table told_services (
  service_id integer primary key references services (id),
  is_sold    boolean not null,
  rate       bigint not null,
  min        integer not null,
  max        integer not null
);

-- Up to when services were looked at. Before the first look nothing is known, so nothing has changed.
create table favourite_looks (
  id        integer primary key default 1 check (id = 1),
  looked_at timestamptz(3) not null default 'epoch'
);
insert into favourite_looks default values;

-- What one look found, to be told. Those who starred one of the services are gone through by id, once for each way; how far
-- is written in the tx that tells them. It goes once everybody was told.
create table favourite_news (
  id             integer generated always as identity primary key,
  created_at     timestamptz(3) not null default now(),
  notified_up_to integer not null default 0,
  notify_ended   boolean not null default false,
  lettered_up_to integer not null default 0,
  letters_ended  boolean not null default false
);

create table favourite_news_services (
  news_id     integer not null references favourite_news (id) on delete cascade,
  service_id  integer not null references services (id),
  was_sold    boolean not null,
  is_sold     boolean not null,
  rate_before bigint not null,
  rate        bigint not null,
  min_before  integer not null,
  min         integer not null,
  max_before  integer not null,
  max         integer not null,
  primary key (news_id, service_id)
);

-- Every letter there is passes; 0098 reads them through, without keeping anybody waiting.
alter table mails
  drop constraint mails_letter_check,
  add constraint mails_letter_check check (letter in ('email_confirmation', 'email_change_asked', 'ticket_reply',
    'payment_received', 'order_updates', 'password_changed', 'api_key_made', 'announcement', 'invitation',
    'password_reset', 'contact_message', 'new_sign_in', 'two_factor_on', 'two_factor_off', 'recovery_code_used',
    'recovery_codes_made', 'two_factor_reset', 'favourite_changes')) not valid;
