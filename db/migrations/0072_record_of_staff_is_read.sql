-- The record of staff is looked through by kind, by what was changed, by when and by words of the reason, and forgets a
-- person's name. What is a person's own stands apart from the rest of a row (`personal`), and the row's hash holds a salted
-- hash of it: when the person is deleted it goes, and everything else is proven as before (decision 8).
alter table staff_actions
  add column personal      jsonb,
  add column personal_salt bytea check (length(personal_salt) = 32),
  add column personal_hash bytea check (length(personal_hash) = 32),
  add check ((personal is null) = (personal_salt is null)),
  add check (personal is null or personal_hash is not null);

create index staff_actions_by_action on staff_actions (action, number);
create index staff_actions_by_subject_id on staff_actions (subject_id, number);
create index staff_actions_by_time on staff_actions (created_at);
-- As for users (0058): without the extension reasons are read through, and the same is found.
do $$
begin
  if exists (select from pg_opclass where opcname = 'gin_trgm_ops' and pg_opclass_is_visible(oid)) then
    create index staff_actions_by_reason on staff_actions using gin (reason gin_trgm_ops);
  end if;
end
$$;

-- Nothing is ever written over: the one change that is let through takes what is personal out of a row. Rows of earlier
-- versions have the name among the rest, so theirs is taken out there; their deletion says what is left (`forgot`).
create or replace function refuse_record_change() returns trigger language plpgsql as $$
declare
  forgotten staff_actions;
begin
  if tg_op = 'UPDATE' then
    forgotten := old;
    if old.personal_hash is not null then
      forgotten.personal := null;
      forgotten.personal_salt := null;
    elsif old.subject = 'user' then
      forgotten.before := old.before - 'name';
      forgotten.after := old.after - 'name';
    end if;
    if new is not distinct from forgotten and new is distinct from old then
      return new;
    end if;
  end if;
  raise exception 'the record of staff is append-only: % is refused', tg_op using errcode = 'insufficient_privilege';
end
$$;
