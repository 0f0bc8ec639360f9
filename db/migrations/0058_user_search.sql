-- no transaction: an index that an interrupted build left is dropped first
-- Staff look for users by a part of a name or of an address: three characters and more by their trigrams, one or two by how
-- they begin, which a sorted index has. The extension comes with PostgreSQL, but not with every package of it, and not every
-- owner of a database may have it: without it a search reads the users through, and finds the same.
do $$
begin
  create extension if not exists pg_trgm;
exception
  when insufficient_privilege or undefined_file or undefined_object or feature_not_supported then
    raise notice 'pg_trgm is not to be had here: users are searched without an index';
end
$$;
-- step
drop index concurrently if exists users_by_part;
-- step where exists (select from pg_opclass where opcname = 'gin_trgm_ops' and pg_opclass_is_visible(oid))
create index concurrently users_by_part on users using gin (name gin_trgm_ops, email gin_trgm_ops) where deleted_at is null;
-- step
drop index concurrently if exists users_by_name_beginning;
-- step
create index concurrently users_by_name_beginning on users (lower(name) text_pattern_ops) where deleted_at is null;
-- step
drop index concurrently if exists users_by_email_beginning;
-- step
create index concurrently users_by_email_beginning on users (email text_pattern_ops) where deleted_at is null;
-- step
drop index concurrently if exists users_staff;
-- step
-- What few users are is found without going through the others.
create index concurrently users_staff on users (id) where role = 'admin' and deleted_at is null;
-- step
drop index concurrently if exists users_blocked;
-- step
create index concurrently users_blocked on users (id) where status = 'blocked' and deleted_at is null;
