-- Where an account was signed in to before: a hash of the browser, the system and the network, so that a sign-in from elsewhere
-- is told of by letter, and nobody's whereabouts are kept.
create table sign_in_places (
  user_id integer not null references users (id),
  place   bytea not null check (length(place) = 32),
  used_at timestamptz(3) not null default now(),
  primary key (user_id, place)
);
create index sign_in_places_age on sign_in_places (used_at);

-- Of the proofs in links that turn off news of orders and payments; apart from SECRET_KEY, so that a link from long ago still
-- works after that changed.
alter table order_letters add column unsubscribe_key bytea not null
  default sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8'));

-- Which text of the terms somebody agreed to when they registered; null for who was added by staff, or sent none.
alter table users
  add column terms_version     text check (length(terms_version) between 1 and 40),
  add column terms_accepted_at timestamptz(3),
  add constraint users_terms_check check ((terms_version is null) = (terms_accepted_at is null));

-- The rule for a letter's name was made anew in 0080 without reading all of them. This keeps no writer waiting.
alter table mails validate constraint mails_letter_check;
