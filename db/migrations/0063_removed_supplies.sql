-- A service may be supplied by several providers, and one of its supplies is taken off it again. The row stays for the
-- orders that were sent by it; whoever supplies that provider's service anew takes the row over.
alter table supplies add column removed_at timestamptz(3);
alter table supplies add constraint supplies_removed_are_off check (removed_at is null or not is_active);
