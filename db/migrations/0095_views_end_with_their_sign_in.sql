-- A view ended with the epoch of its viewer's sessions, and outlived it when they were signed out some other way: everywhere
-- else, by an old token, with another email or a second factor. It belongs to the sign-in in which it was begun now, so that
-- no way of ending one can be forgotten. Those under way last for minutes: whoever looks starts anew.
delete from views;
alter table views drop column viewer_epoch, add column viewer_chain uuid not null;
