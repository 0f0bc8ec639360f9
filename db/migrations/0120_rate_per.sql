-- For how many pieces a provider's list gives its rates: most panels for 1,000, some for one piece. Everything that is stored is
-- per 1,000 (a package's rate is the price of the package in either case). A list, and an import that is under way, belong to
-- the measure that they were read by.
alter table providers add column rate_per integer not null default 1000 check (rate_per in (1, 1000));
alter table provider_lists add column rate_per integer not null default 1000;
alter table imports add column rate_per integer not null default 1000;
