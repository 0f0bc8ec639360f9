-- The audit log: every change that staff make.

-- Rows are written last in the tx of the change, under an advisory lock, so that numbers follow the order of commits
-- without gaps. Each row contains the hash of the one before: someone who noted the newest hash elsewhere can tell later
-- whether a row was changed, removed or inserted. A bulk change is one row per chunk.
create table audit_log (
  number bigint primary key check (number > 0),
  actor_id integer not null references users,
  -- The actor's API key, where a program acted by it. Keys are deleted when they are revoked; their id stays here.
  key_id uuid,
  -- Such as 'order.refund'.
  action text not null check (length(action) between 1 and 100),
  subject text not null check (length(subject) between 1 and 50),
  subject_id bigint,
  before jsonb,
  after jsonb,
  reason text check (length(reason) <= 1000),
  address text not null check (length(address) <= 100),
  created_at timestamptz(3) not null,
  previous_hash bytea not null,
  hash bytea not null check (length(hash) = 32),
  -- A person's own data. The row's hash covers only its salted hash, so it can be deleted with the person and the rest
  -- still verifies.
  personal jsonb,
  personal_salt bytea check (length(personal_salt) = 32),
  personal_hash bytea check (length(personal_hash) = 32),
  check ((personal is null) = (personal_salt is null)),
  check (personal is null or personal_hash is not null)
);
-- Append-only. The one change allowed removes a deleted person's data.
create function refuse_audit_log_change() returns trigger language plpgsql as $$
declare
  forgotten audit_log;
begin
  if tg_op = 'UPDATE' then
    forgotten := old;
    forgotten.personal := null;
    forgotten.personal_salt := null;
    if new is not distinct from forgotten and new is distinct from old then
      return new;
    end if;
  end if;
  raise exception 'the audit log is append-only: % is refused', tg_op using errcode = 'insufficient_privilege';
end
$$;
create trigger audit_log_append_only before delete or update on audit_log
  for each row execute function refuse_audit_log_change();
create trigger audit_log_no_truncate before truncate on audit_log
  for each statement execute function refuse_audit_log_change();
-- The filters of the page.
create index audit_log_by_action on audit_log (action, number);
create index audit_log_by_actor on audit_log (actor_id, number);
create index audit_log_by_subject on audit_log (subject, subject_id, number);
create index audit_log_by_subject_id on audit_log (subject_id, number);
create index audit_log_by_time on audit_log (created_at);
do $$
begin
  if exists (select from pg_opclass where opcname = 'gin_trgm_ops' and pg_opclass_is_visible(oid)) then
    create index audit_log_by_reason on audit_log using gin (reason gin_trgm_ops);
  end if;
end
$$;
