-- no transaction: an index that an interrupted build left is dropped first
-- Whether so many of them wait already is asked before more are written, as it is of announcements (0049). Without this all
-- that waits was gone through for it, most of all where a mail server has been away for long.
drop index concurrently if exists mails_of_favourites;
-- step
create index concurrently mails_of_favourites on mails (due_at) where due_at is not null and letter = 'favourite_changes';
