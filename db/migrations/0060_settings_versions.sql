-- How often a section was changed: whoever saves one says which of them they were shown, so that of two who edit at
-- once the second is told instead of taking back what the first has done.
alter table settings add column version integer not null default 1;
