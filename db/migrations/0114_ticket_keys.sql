-- What was written at a ticket under a client's key: asked for again, as where the answer was lost, it is answered again and
-- not written twice. The key stands in the tx that writes, and is taken first, so a copy that comes meanwhile waits for that tx.
-- It has a table of its own, since messages and notes never change and a key is forgotten.
create table ticket_keys (
  -- The ticket's customer, and who has sent it: the customer, or one of the staff.
  user_id         integer not null references users (id),
  sender_id       integer not null,
  call            text not null check (call in ('ticket', 'message', 'note')),
  idempotency_key text not null check (length(idempotency_key) between 1 and 255),
  request_hash    bytea not null,
  -- The ticket, the message or the note. Null within its own tx alone.
  written_id      bigint,
  created_at      timestamptz(3) not null default now(),
  primary key (user_id, sender_id, call, idempotency_key)
);
-- For forgetting them after 30 days.
create index ticket_keys_age on ticket_keys (created_at);
