-- Privileges of the role that the product runs with (DATABASE_URL), where that is not the owner of the database
-- (DATABASE_DIRECT_URL). The owner runs this after the migrations at every start, in one tx; by hand:
--   psql "$DATABASE_DIRECT_URL" -1 -v product=the_role -v schema=public -f db/grants.sql
-- New tables can be read and written unless they are named below. docs/operating/database-roles.md explains what this
-- protects against and what it does not.

revoke all on all tables in schema :"schema" from :"product";
revoke all on all sequences in schema :"schema" from :"product";
revoke all on schema :"schema" from :"product";
-- Only the owner creates anything. A temporary table would hide the real one of that name from whatever uses the
-- connection next.
revoke create on schema :"schema" from public;
do $$
begin
  execute format('revoke temporary, create on database %I from public', current_database());
end
$$;

grant usage on schema :"schema" to :"product";
grant select, insert, update, delete on all tables in schema :"schema" to :"product";
grant usage on all sequences in schema :"schema" to :"product";

-- Append-only: the ledger, texts that users agreed to, the timeline of orders, references that staff entered, messages and notes.
revoke update, delete on transactions, legal_texts, order_events, entered_references, ticket_messages, ticket_notes from :"product";

-- The audit log: only a deleted user's personal data is removed, which its trigger checks.
revoke update, delete on audit_log from :"product";
grant update (personal, personal_salt) on audit_log to :"product";

-- Rows that moved money, or that others refer to, are changed and never deleted. A deleted user's row stays too.
revoke delete on users, accounts, account_sums, orders, order_attempts, refills, deposits, services, supplies, tickets from :"product";
-- Daily and monthly figures are only emptied all at once, to count them again (scripts/recount-days.ts, and the demo, which fills
-- past days).
revoke delete on daily_progress, daily_totals, daily_services, daily_customers, monthly_services, monthly_customers
  from :"product";
grant truncate on daily_totals, daily_services, daily_customers, monthly_services, monthly_customers, recent_totals
  to :"product";
-- Rows that exist from the first start on.
revoke delete on settings, secret_key_check, catalogue_version from :"product";

-- Only the ledger check, which works as the owner, says what it found.
revoke insert, update, delete on ledger_checks, checked_accounts from :"product";

-- Set once: a sandbox database never becomes a live one.
revoke update, delete on database_mode from :"product";

-- Only the owner migrates.
revoke insert, update, delete on schema_migrations from :"product";
-- Nor does the product write what `npm run distribute` noted. Only a distributed database has that table, and psql puts no variable
-- into a do-block, so the role goes there as a setting.
set local tally.product = :"product";
do $$
begin
  if to_regclass('distribution') is not null then
    execute format('revoke insert, update, delete on distribution from %I', current_setting('tally.product'));
  end if;
end
$$;
