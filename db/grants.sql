-- What the role may do by which the product works (DATABASE_URL), where that is not the owner of the database
-- (DATABASE_DIRECT_URL). Run as the owner after the migrations of every start, in one tx; the same by hand:
--   psql "$DATABASE_DIRECT_URL" -1 -v product=the_role -v schema=public -f db/grants.sql
-- A new table is the product's to read and write unless it is named below. What this is for, and what it is not, is in
-- docs/operating/database-roles.md.

revoke all on all tables in schema :"schema" from :"product";
revoke all on all sequences in schema :"schema" from :"product";
revoke all on schema :"schema" from :"product";
-- Nobody but the owner makes anything. A temporary table would hide the real one of its name from whoever uses that
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

-- Written once and never again: the ledger, what happened to orders, what staff entered, who wrote what.
revoke update, delete on transactions, order_events, entered_references, ticket_messages, ticket_notes from :"product";

-- The audit log: only a deleted user's personal data is removed, which its trigger checks.
revoke update, delete on audit_log from :"product";
grant update (personal, personal_salt) on audit_log to :"product";

-- What has moved money, or says who did and for what: it changes, and it stays. An erased customer's row stays too.
revoke delete on users, accounts, orders, order_attempts, refills, deposits, services, supplies, tickets from :"product";
-- Daily figures are emptied all at once, to be counted again from the ledger (scripts/recount-days.ts, and a demo, which
-- fills days that are past).
revoke delete on daily_progress, daily_totals, daily_services, daily_customers from :"product";
grant truncate on daily_totals, daily_services, daily_customers to :"product";
-- There is one of each from the first start on.
revoke delete on settings, secret_key_check, catalogue_version from :"product";

-- Set once: play money never becomes real.
revoke update, delete on database_mode from :"product";

-- What has run is the owner's to say.
revoke insert, update, delete on schema_migrations from :"product";
