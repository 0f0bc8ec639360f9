-- Why a letter was not sent, and what is wrong with a provider, is a code with what it carries, so that each reader has it
-- in their own language. What was written in words before stays, as a note of them.
alter table mails add column fault jsonb;
update mails set fault = jsonb_build_object('code', 'note', 'details', jsonb_build_object('text', error))
where error is not null;
alter table mails drop column error;

alter table providers
  alter column last_error type jsonb
    using case when last_error is not null then jsonb_build_object('code', 'note', 'details', jsonb_build_object('text', last_error)) end,
  alter column sending_error type jsonb
    using case when sending_error is not null then jsonb_build_object('code', 'note', 'details', jsonb_build_object('text', sending_error)) end,
  alter column reading_error type jsonb
    using case when reading_error is not null then jsonb_build_object('code', 'note', 'details', jsonb_build_object('text', reading_error)) end,
  alter column sync_error type jsonb
    using case when sync_error is not null then jsonb_build_object('code', 'note', 'details', jsonb_build_object('text', sync_error)) end;
