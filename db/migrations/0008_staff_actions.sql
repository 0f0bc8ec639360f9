-- Every change by staff, in the order in which they were committed: written last in the same tx as the change, under
-- an advisory lock, so that the numbers have no gaps. Each row holds the hash of the one before, so that whoever has
-- noted the newest hash elsewhere can tell later whether anything was changed, left out or added behind.
create table staff_actions (
  number        bigint primary key check (number > 0),
  actor_id      integer not null references users (id),
  -- What was done, such as 'order.refund', and to what; a bulk change is one row a chunk, with its things in `after`.
  action        text not null check (length(action) between 1 and 100),
  subject       text not null check (length(subject) between 1 and 50),
  subject_id    bigint,
  before        jsonb,
  after         jsonb,
  reason        text check (length(reason) <= 1000),
  address       text not null check (length(address) <= 100),
  created_at    timestamptz(3) not null,
  previous_hash bytea not null,
  hash          bytea not null check (length(hash) = 32)
);
create index staff_actions_by_subject on staff_actions (subject, subject_id, number);
create index staff_actions_by_actor on staff_actions (actor_id, number);

create function refuse_record_change() returns trigger language plpgsql as $$
begin
  raise exception 'the record of staff is append-only: % is refused', tg_op using errcode = 'insufficient_privilege';
end
$$;
create trigger staff_actions_append_only before update or delete on staff_actions
  for each row execute function refuse_record_change();
create trigger staff_actions_no_truncate before truncate on staff_actions
  for each statement execute function refuse_record_change();
