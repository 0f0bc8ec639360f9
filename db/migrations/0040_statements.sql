-- A statement has the lines of the ledger in the order in which they moved the balance, and between them the deposits that
-- are not in it yet, each after the line that was the last when it was opened. So the running balance adds up from line to
-- line, and a page is found without reading those before it.
alter table deposits add column opened_after integer not null default 0 check (opened_after >= 0);
