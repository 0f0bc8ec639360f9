-- Orders that were under way when samples began (0104) have their first one from then on, however long before that the first
-- was delivered: when they began is not known, and stands in `begins` as null. A database without orders has no such ones.
alter table delivery_progress add column samples_since timestamptz(3) not null default '-infinity';
update delivery_progress set samples_since = (select min(applied_at) from schema_migrations where name like '0104\_%')
where exists (select from orders);
