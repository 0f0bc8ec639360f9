-- What was sent to a provider in one attempt and what came back, word for word but for our keys and cut at 4 kB: evidence
-- for whoever decides, and of no use for ever. So it is a table of its own, whose old rows go without touching attempts.
create table attempt_exchanges (
  user_id    integer not null,
  order_id   bigint not null,
  number     integer not null,
  request    text not null check (length(request) <= 4096),
  -- Null where no answer came.
  status     smallint,
  answer     text check (length(answer) <= 4096),
  created_at timestamptz(3) not null default tally_now(),
  primary key (user_id, order_id, number),
  foreign key (user_id, order_id, number) references order_attempts (user_id, order_id, number)
);
create index attempt_exchanges_age on attempt_exchanges (created_at);
