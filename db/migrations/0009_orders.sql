-- Orders, sending them to providers, and polling for their status.

create sequence order_ids;
-- `status` is what the customer sees, `dispatch` how far sending is. What was sold is copied, so that a later change of
-- the catalogue changes no order.
create table orders (
  user_id integer not null references accounts(user_id),
  id bigint not null default nextval('order_ids'),
  seq integer not null check (seq > 0), -- the customer's 1st, 2nd, …
  service_id integer not null references services,
  service_name text not null,
  service_type text not null,
  link text not null,
  quantity integer not null check (quantity > 0),
  details jsonb not null default '{}',  -- what the service's type asks for: comments, usernames, runs …
  rate bigint not null,                 -- paid per 1,000
  price bigint not null check (price >= 0),
  refunded bigint not null default 0,
  status text not null default 'PENDING' check (
    status in ('PENDING', 'PROCESSING', 'COMPLETED', 'PARTIAL', 'REFILL', 'CANCELED', 'REFUNDED', 'FAILED')
  ),
  start_count bigint,
  remains bigint,
  refill boolean not null,
  cancel boolean not null,
  cancel_asked_at timestamptz(3),
  dispatch text not null default 'queued' check (
    dispatch in ('queued', 'accepted', 'rejected', 'unknown', 'review')
  ),
  provider_id integer references providers,
  provider_order text,                  -- its id there
  idempotency_key text check (length(idempotency_key) between 1 and 258), -- of /api/v2 behind 'v2 '
  request_hash bytea,
  key_id uuid,                          -- the API key that placed it; its name is in api_key_names
  created_at timestamptz(3) not null default tally_now(),
  updated_at timestamptz(3) not null default tally_now(),
  -- A cancel request is being sent or answered until then. Afterwards it may be sent again: neither a killed
  -- process nor a silent provider blocks it forever.
  cancel_awaited_until timestamptz(3),
  -- Why it is in review; the sentence is made for its reader.
  review_code text,
  review_details jsonb,
  -- The delivery over time: up to 32 pairs of (seconds since placing, delivered). On this row because a new figure
  -- rewrites it anyway, and not indexed, so that such an update stays on its page.
  samples integer[],
  primary key (user_id, id),
  unique (user_id, seq),
  check (refunded >= 0 and refunded <= price),
  check (dispatch <> 'accepted' or provider_order is not null),
  check ((idempotency_key is null) = (request_hash is null)),
  constraint orders_in_review_have_a_code check (dispatch <> 'review' or review_code is not null),
  -- An ended order is neither queued nor in review.
  constraint orders_ended_are_not_queued check (status = 'PENDING' or dispatch in ('accepted', 'rejected')),
  constraint orders_review_has_details check ((review_code is null) = (review_details is null)),
  constraint orders_samples_are_few check (cardinality(samples) <= 64)
) with (
  fillfactor = 90,
  autovacuum_vacuum_scale_factor = 0.05,
  autovacuum_vacuum_insert_scale_factor = 0.05,
  autovacuum_analyze_scale_factor = 0.02
);
create unique index orders_idempotency on orders (user_id, idempotency_key) where idempotency_key is not null;
create index orders_idempotency_age on orders (created_at) where idempotency_key is not null;
-- The customer's filters, and search by a link: its hash, without regard to case and a slash at the end.
create index orders_by_status on orders (user_id, status, id desc);
create index orders_by_service on orders (user_id, service_id, id desc);
-- A key's orders, each status from its own range: a filter by key and status reads no other rows.
create index orders_by_key on orders (user_id, key_id, status, id desc) where key_id is not null;
create index orders_by_own_link on orders (user_id, hashtextextended(rtrim(lower(link), '/'), 0), id desc);
-- The same for staff. Most orders are completed: those are found by id.
create index orders_by_id on orders (id);
create index orders_by_link on orders (hashtextextended(rtrim(lower(link), '/'), 0), id);
create index orders_not_completed on orders (status, id) where status <> 'COMPLETED';
create index orders_not_sent on orders (dispatch, status, id desc)
  where dispatch = 'rejected' or (status = 'PENDING' and dispatch in ('unknown', 'review'));
-- What staff must decide: every code but those that are only noted.
create index orders_attention on orders (id)
  where review_code <> all (array['no_provider', 'not_sent', 'refused', 'reply_awaited', 'first_charge_awaited']);
-- Both of one customer. An order that is sent and delivered is in none of the four.
create index orders_own_not_sent on orders (user_id, dispatch, status, id desc)
  where dispatch = 'rejected' or (status = 'PENDING' and dispatch in ('unknown', 'review'));
create index orders_own_attention on orders (user_id, id desc)
  where review_code <> all (array['no_provider', 'not_sent', 'refused', 'reply_awaited', 'first_charge_awaited']);
-- Each status from its own range, so that a filter with a status reads no other rows. Also for deleting a provider.
create index orders_by_provider on orders (provider_id, status, id) where provider_id is not null;
create index orders_of_service on orders (service_id, status, id);

-- Views that staff saved of their order list: a name, and the query of the list's address. The number is the limit.
create table order_views (
  user_id integer not null references users,
  id smallint not null check (id between 1 and 20),
  name text not null check (length(name) between 1 and 60),
  query text not null check (length(query) <= 1000),
  primary key (user_id, id)
);

create sequence order_event_ids;
-- The timeline of an order: a type with its details. The sentence is made for its reader.
create table order_events (
  user_id integer not null,
  order_id bigint not null,
  id bigint not null default nextval('order_event_ids'),
  type text not null,
  created_at timestamptz(3) not null default tally_now(),
  details jsonb not null default '{}',
  -- See daily_progress.
  tx_id bigint default ((pg_current_xact_id())::text)::bigint,
  primary key (user_id, order_id, id),
  foreign key (user_id, order_id) references orders(user_id, id)
) with (
  autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02
);
create index order_events_by_time on order_events using brin (created_at)
  with (pages_per_range = '32', autosummarize = 'on');
create index order_events_by_tx on order_events using brin (tx_id)
  with (pages_per_range = '32', autosummarize = 'on');

-- One row per try to send an order, written before the call. Only the holder of `token` may write its outcome.
create table order_attempts (
  user_id integer not null,
  order_id bigint not null,
  number integer not null,
  token uuid not null,
  -- 'unknown': the provider may have taken the order, so it is never sent again automatically.
  state text not null default 'sending' check (
    state in ('sending', 'accepted', 'rejected', 'not_sent', 'refused', 'unknown')
  ),
  supply_id integer not null references supplies,
  provider_id integer not null references providers,
  provider_service text not null,
  cost bigint not null,             -- expected, in USD units, by the supply's rate at that time
  charge numeric(24,8),             -- reported, in the provider's currency
  charge_currency text,
  balance_before numeric(24,8),     -- the provider's balance, as evidence if the outcome is unknown
  provider_order text,
  fault jsonb,
  started_at timestamptz(3) not null default tally_now(),
  lease_until timestamptz(3) not null,
  finished_at timestamptz(3),
  -- Codes for and against an unknown attempt; staff decide, no code acts on them.
  evidence jsonb not null default '[]',
  balance_before_at timestamptz(3),
  pieces bigint check (pieces > 0), -- of a package, in the provider's count; ours is 1
  -- The highest charge before the order ended; ending with less means a partial charge.
  open_charge numeric(24,8),
  -- A refusal with an unknown text, normalized so that the same sentence about two orders is equal.
  refusal_text text,
  tx_id bigint,                     -- of its outcome; see daily_progress
  primary key (user_id, order_id, number),
  foreign key (user_id, order_id) references orders(user_id, id)
) with (
  autovacuum_vacuum_scale_factor = 0.05,
  autovacuum_vacuum_insert_scale_factor = 0.05,
  autovacuum_analyze_scale_factor = 0.02
);
create index order_attempts_by_provider on order_attempts (provider_id, started_at);
create index order_attempts_by_supply on order_attempts (supply_id, started_at);
create index order_attempts_unknown on order_attempts (provider_id, started_at) where state = 'unknown';
create index order_attempts_refusal_text on order_attempts (provider_id, refusal_text, finished_at)
  where refusal_text is not null;
create index order_attempts_by_end on order_attempts using brin (finished_at)
  with (pages_per_range = '32', autosummarize = 'on');
create index order_attempts_by_tx on order_attempts using brin (tx_id)
  with (pages_per_range = '32', autosummarize = 'on');

-- Request and response of an attempt, without keys and cut at 4 kB: evidence for staff. A table of its own, so that old
-- rows can be deleted without touching attempts.
create table attempt_exchanges (
  user_id integer not null,
  order_id bigint not null,
  number integer not null,
  request text not null check (length(request) <= 4096),
  status smallint, -- null: no response
  answer text check (length(answer) <= 4096),
  created_at timestamptz(3) not null default tally_now(),
  primary key (user_id, order_id, number),
  foreign key (user_id, order_id, number) references order_attempts(user_id, order_id, number)
) with (
  autovacuum_vacuum_scale_factor = 0.05,
  autovacuum_vacuum_insert_scale_factor = 0.05,
  autovacuum_analyze_scale_factor = 0.02
);
create index attempt_exchanges_age on attempt_exchanges (created_at);

-- Orders in review that one trouble left: the same provider and cause, with at most 15 minutes between two attempts. Their
-- number and sums change in the tx that moves an order in or out; the last one takes the row with it.
create table incidents (
  id integer generated always as identity primary key,
  provider_id integer not null references providers,
  review_code text not null,
  cause text not null,                  -- of an attempt's fault, without long numbers
  fault jsonb,                          -- of the first attempt
  sentence text,                        -- the provider's unknown answer; null: none, or not the same for all
  began_at timestamptz(3) not null,     -- when the first and the last attempt of those ever in it started
  ended_at timestamptz(3) not null,
  orders integer not null check (orders >= 0),
  cost bigint not null,                 -- of the attempts, in USD units
  price bigint not null,
  check (began_at <= ended_at)
) with (fillfactor = 50);
create index incidents_by_cause on incidents (provider_id, review_code, cause, began_at);

-- Orders to send, and orders whose sending has an unknown outcome. A row is written and deleted in the tx that changes
-- its order. Small and busy, so it is vacuumed often.
create table dispatch_queue (
  user_id integer not null,
  order_id bigint not null,
  provider_id integer references providers,            -- the next one to try; null: no supply can take the order
  supply_id integer references supplies,
  -- When it may be sent; in review: since when. Null: until the catalogue changes.
  due_at timestamptz(3) default now(),
  token uuid,                                          -- of the attempt that holds it; nobody else sends the order
  -- End of the attempt, or of waiting for a late reply. Null with a token: staff decide.
  lease_until timestamptz(3),
  tries integer not null default 0 check (tries >= 0), -- the number of its last attempt
  incident_id integer references incidents,            -- of an order in review with an attempt
  primary key (user_id, order_id),
  foreign key (user_id, order_id) references orders(user_id, id),
  check ((provider_id is null) = (supply_id is null)),
  check (token is not null or lease_until is null),
  check (due_at is not null or provider_id is null),
  constraint dispatch_queue_incident_is_held check (incident_id is null or (token is not null and lease_until is null))
) with (
  fillfactor = 60,
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_threshold = 1000,
  autovacuum_analyze_scale_factor = 0.1,
  autovacuum_vacuum_cost_delay = 0
);
create index dispatch_queue_due on dispatch_queue (provider_id, due_at) where token is null;
create index dispatch_queue_held on dispatch_queue (lease_until) where token is not null;
create index dispatch_queue_by_order on dispatch_queue (order_id) where token is null;
create index dispatch_queue_of_incident on dispatch_queue (incident_id, order_id) where incident_id is not null;
create index dispatch_queue_unsupplied on dispatch_queue (order_id)
  where provider_id is null and token is null and due_at is null;

-- Orders and refills whose status is polled. A row is written and deleted in the tx that changes its order or
-- refill. No foreign key to orders: none is ever deleted, and checking it would lock the order.
create table poll_queue (
  user_id integer not null,
  order_id bigint not null,
  kind text not null check (kind in ('order', 'refill')),
  number integer not null default 0,           -- of the refill
  provider_id integer not null,
  -- The id there; null: a refill without an id, which ends by time.
  provider_ref text,
  due_at timestamptz(3) not null,
  since timestamptz(3) not null default now(), -- the longer ago, the rarer the polls
  polled_at timestamptz(3),
  is_urgent boolean not null default false,    -- a customer is waiting: polled first
  primary key (user_id, order_id, kind, number),
  check ((kind = 'order') = (number = 0)),
  check (kind = 'refill' or provider_ref is not null)
) with (
  fillfactor = 70,
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_threshold = 1000,
  autovacuum_analyze_scale_factor = 0.1,
  autovacuum_vacuum_cost_delay = 0
);
create index poll_queue_due on poll_queue (provider_id, due_at);
create index poll_queue_refills on poll_queue (provider_id, due_at) where kind = 'refill';
create index poll_queue_urgent on poll_queue (provider_id) where is_urgent;

-- Which of our orders a provider's order id belongs to: to one, across all customers. A table of its own, since tables
-- that grow with customers can only have unique keys that begin with user_id.
create table provider_orders (
  provider_id integer not null references providers,
  provider_order text not null,
  user_id integer not null,
  order_id bigint not null,
  primary key (provider_id, provider_order)
) with (
  autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02
);

create sequence refill_ids;
-- Refill requests, one open per order.
create table refills (
  user_id integer not null,
  order_id bigint not null,
  number integer not null,
  id bigint not null default nextval('refill_ids'), -- what API clients ask for
  -- 'given_up': the result was never learned, and staff were notified.
  state text not null default 'asking' check (
    state in ('asking', 'pending', 'completed', 'rejected', 'unknown', 'given_up')
  ),
  -- The order's, restored at the end.
  status_before text not null check (status_before in ('COMPLETED', 'PARTIAL')),
  provider_refill text,                              -- its id there; null: follows the order's own status
  fault jsonb,
  created_at timestamptz(3) not null default tally_now(),
  finished_at timestamptz(3),
  answered_at timestamptz(3) not null default now(), -- when the provider last answered with a known status
  -- The order's status showed it under way, so the next end is its end.
  seen_open boolean not null default false,
  primary key (user_id, order_id, number),
  foreign key (user_id, order_id) references orders(user_id, id)
);
create unique index refills_by_own_id on refills (user_id, id);
create unique index refills_open on refills (user_id, order_id) where state in ('asking', 'pending', 'unknown');

-- The answers to mass orders, by the client's key, written in the tx that places the orders. The key is inserted first: a
-- copy of the request waits for that tx and gets the same answer. Deleted after 30 days.
create table mass_orders (
  user_id integer not null references accounts(user_id),
  idempotency_key text not null check (length(idempotency_key) between 1 and 255),
  request_hash bytea not null,
  -- Per line {order} or {code, details, field_codes}; json, since the same answer must be the same text.
  results json not null default '[]'::json,
  balance bigint not null default 0 check (balance >= 0), -- as the first answer said
  created_at timestamptz(3) not null default tally_now(),
  primary key (user_id, idempotency_key)
);
create index mass_orders_age on mass_orders (created_at);

-- The orders of a mass order: `orders` of the customer's, from this `seq` on, since its tx locks the account.
create table mass_order_ranges (
  user_id integer not null references accounts(user_id),
  first_seq integer not null,
  orders integer not null check (orders between 2 and 200),
  primary key (user_id, first_seq)
);

-- Sentences of a provider that staff marked as "the order was not taken". They can be removed.
create table refusal_sentences (
  id integer generated always as identity primary key,
  provider_id integer not null references providers on delete cascade,
  -- Compared with order_attempts.refusal_text.
  sentence text not null check (length(sentence) between 1 and 400),
  example text not null check (length(example) <= 1000), -- as the provider wrote it
  taught_by integer not null,
  taught_at timestamptz(3) not null default now(),
  unique (provider_id, sentence)
);
