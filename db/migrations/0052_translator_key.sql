-- The key of the translator of imported names, where it wants one.
alter table settings_secrets
  drop constraint settings_secrets_name_check,
  add constraint settings_secrets_name_check
    check (name in ('mail_password', 'cryptomus_key', 'storage_secret_key', 'translator_key'));
