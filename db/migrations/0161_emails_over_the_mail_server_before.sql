-- The mail server that an email goes through, sealed, while it waits; null: the one that is set up when it is sent.
alter table mails add column server bytea;
