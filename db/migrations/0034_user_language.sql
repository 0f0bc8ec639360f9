-- What the user reads: signed-in pages, and the letters to them. Null is English, and that nobody has chosen yet: then the
-- language of the page on which they sign in becomes theirs.
alter table users add column language text check (language in ('en', 'vi', 'ru'));
