-- A link for the first admin works for a day (it stands on consoles and in their logs), and a new one is made without
-- a start: by a command, which knows the address of the site from the last link.
alter table setup_links add column public_url text;
