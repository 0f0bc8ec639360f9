-- A database that was restored into another cluster has rows with tx ids of the old one, which the new one has yet to reach.
-- Those of before then are counted by their time alone.
alter table daily_progress add column late_from timestamptz(3);
