-- How often the catalogue was changed: raised as the last thing in the tx of each change, so that versions follow each other
-- as commits do. Whoever did not hear of a change sees by one row that there was one; it was known by all services, and a
-- change that began first and was committed last was not seen.
create table catalogue_version (
  is_only boolean primary key default true check (is_only),
  version bigint not null default 0
);
insert into catalogue_version default values;
