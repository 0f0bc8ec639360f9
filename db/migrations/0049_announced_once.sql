-- no transaction: an index that an interrupted build left is dropped first
drop index concurrently if exists notifications_announced_once;
-- step
-- Nobody is told of an announcement twice, whatever the job believes.
create unique index concurrently notifications_announced_once on notifications (user_id, announcement_id)
  where announcement_id is not null;
-- step
drop index concurrently if exists mails_of_announcements;
-- step
-- Few of them wait at a time, so that whoever registers meanwhile gets their letter soon: that is looked at often.
create index concurrently mails_of_announcements on mails (due_at) where due_at is not null and letter = 'announcement';
